/** What a call would do to the world, as far as permission is concerned; each tool says it of its own input. */
export type Wish =
  | { readonly kind: 'look' }
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'write'; readonly paths: readonly string[] }
  /** Something outside of this program's own tools. */
  | { readonly kind: 'other' };

/** `rule` names the ground of a decision; `text` is what a model is told that may not. */
export type Permission =
  | { readonly decision: 'allow'; readonly rule: string }
  | { readonly decision: 'deny'; readonly rule: string; readonly text: string };

/** Decides about a call before it runs; may have to wait for a person. */
export type Permit = (wanted: { readonly tool: string; readonly wish: Wish }) => Promise<Permission>;

/** One call as it went, for whoever wants to know afterwards what was done. */
export type CallRecord = {
  readonly call: string;
  readonly tool: string;
  readonly input: unknown;
  readonly permission: Permission;
  readonly ok: boolean;
  readonly ms: number;
  /** Of the answer. */
  readonly bytes: number;
  readonly facts: Facts;
};

/** What a tool knows of a run beside its words. */
export type Facts = {
  /** Exit code of a command; null when a signal ended it. */
  readonly exit?: number | null;
  /** Why it was ended from outside. */
  readonly killed?: 'timeout' | 'output' | 'stopped' | 'disk' | 'memory';
  /** What the machine refused it, since it had as many as it may. */
  readonly refused?: 'processes';
  /** Characters of the answer that nobody would have seen, and that were written out. */
  readonly hidden?: number;
  /** The sandbox that a command ran in, and a hash of its profile. */
  readonly sandbox?: string;
  /** Hosts that it asked for, each with `allowed` or `refused` in front, and the reason. */
  readonly network?: readonly string[];
};

export const LOOK: Wish = { kind: 'look' };
