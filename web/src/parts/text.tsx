import type { Row } from '../../../src/view/row.ts';
import { useState } from 'preact/hooks';

/** A line that the terminal shows, too, in the same tones. */
export function Toned({ row }: { readonly row: Row }) {
  return (
    <>
      {row.map(({ text, tone }, i) =>
        tone === undefined ? (
          text
        ) : (
          <span key={i} class={`tone-${tone}`}>
            {text}
          </span>
        ),
      )}
    </>
  );
}

/** What is long is opened only when it is asked for, and costs nothing until then. */
export function Fold(props: {
  readonly title: preact.ComponentChildren;
  readonly children: () => preact.ComponentChildren;
  readonly open?: 'at first';
  readonly class?: string;
}) {
  const [open, setOpen] = useState(props.open === 'at first');
  return (
    <details
      class={`fold ${props.class ?? ''}`}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{props.title}</summary>
      {open && props.children()}
    </details>
  );
}

/** Lines of a program's output; long ones wrap. */
export const Output = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <pre class="output" tabIndex={0} role="region" aria-label={label}>
    {text}
  </pre>
);

/** Parts of a whole in a line. Read out by its caption, which says the same in words. */
export function Bar({
  parts,
}: {
  readonly parts: readonly { readonly of: number; readonly class: string }[];
}) {
  const all = parts.reduce((sum, part) => sum + part.of, 0);
  return (
    <div class="bar" aria-hidden="true">
      {all > 0 &&
        parts.map((part) =>
          part.of > 0 ? (
            <span
              key={part.class}
              class={part.class}
              style={{ width: `${String((part.of / all) * 100)}%` }}
            />
          ) : null,
        )}
    </div>
  );
}
