import type { Look } from '../../../src/view/page/place.ts';

export function StateIcon({ look }: { readonly look: Look }) {
  return (
    <svg class={`icon look-${look}`} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPE[look]}
    </svg>
  );
}

/** Drawn around (8, 8): also inside of other pictures. */
export const SHAPE = {
  todo: <circle class="ring" cx="8" cy="8" r="5.75" />,
  work: (
    <>
      <circle class="ring" cx="8" cy="8" r="5.75" />
      <circle class="dot" cx="8" cy="8" r="2.75" />
    </>
  ),
  person: (
    <>
      <circle class="disc" cx="8" cy="8" r="6.5" />
      <path class="mark" d="M6.2 6.4a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.8.5-.8 1v.3M8 11.4v.1" />
    </>
  ),
  landed: (
    <>
      <circle class="disc" cx="8" cy="8" r="6.5" />
      <path class="mark" d="m5.2 8.2 2 2 3.7-4.1" />
    </>
  ),
  aside: (
    <>
      <circle class="ring" cx="8" cy="8" r="5.75" />
      <path class="ring" d="m4.2 11.8 7.6-7.6" />
    </>
  ),
  replaced: (
    <>
      <circle class="ring" cx="8" cy="8" r="5.75" />
      <path class="ring" d="M5.5 8h5" />
    </>
  ),
  blocked: (
    <>
      <circle class="disc" cx="8" cy="8" r="6.5" />
      <path class="mark" d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" />
    </>
  ),
} as const;
