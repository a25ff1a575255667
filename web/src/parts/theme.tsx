import { useEffect, useState } from 'preact/hooks';
import { ASK, useAsked } from '../keys.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
const SIGN = { auto: '◐', light: '○', dark: '●' } as const;

/** Follows the system until it is pressed. Nothing of it is kept. */
export function ThemeButton() {
  const [at, setAt] = useState(0);
  const theme = THEMES[at] ?? 'auto';
  const next = (): void => setAt((last) => (last + 1) % THEMES.length);
  useAsked(ASK.theme, next);
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return (
    <button class="icon-button" type="button" onClick={next} aria-label={`Theme: ${theme}`} title="Theme (t)">
      {SIGN[theme]}
    </button>
  );
}
