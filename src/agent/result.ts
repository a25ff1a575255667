/** How a conversation can end. `unfit`: what was handed in never had the right shape; `text`: nothing was handed in. */
export type Result<T> =
  | { readonly end: 'finished'; readonly value: T }
  | { readonly end: 'text'; readonly text: string }
  | { readonly end: 'unfit'; readonly raw: string; readonly problem: string }
  | { readonly end: 'turns' | 'stuck' | 'overflow' | 'truncated' | 'refused'; readonly detail: string };
export type Failed = Extract<Result<never>, { detail: string }>;
