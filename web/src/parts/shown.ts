import type { RunState } from '../run-state.ts';
import type { Source } from '../source.ts';

/** The run that a part of the page shows, as far as it has come in, and where more about it comes from. */
export type Shown = { readonly source: Source; readonly state: RunState; readonly run: string };
