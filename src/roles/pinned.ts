import type { Answered } from '../domain/transcript.ts';

type Leaves = { readonly notes?: readonly string[]; readonly files?: readonly string[] };

/** By tool: the notes and the files that one call of it leaves behind. */
const LEAVES = new Map<string, (input: unknown) => Leaves>([
  ['note', (input) => ({ notes: textsAt(input, 'text') })],
  ['write', (input) => ({ files: textsAt(input, 'path') })],
  ['edit', (input) => ({ files: textsAt(input, 'path') })],
  ['apply_patch', (input) => ({ files: textsAt(input, 'patch').flatMap(filesOf) })],
]);

/** What a summary of a coder's conversation must not lose: its notes to the letter, and which files it has changed. */
export function pinnedFacts(done: readonly Answered[]): string[] {
  const left = done
    .filter(({ result }) => result.ok)
    .flatMap(({ call }) => LEAVES.get(call.tool)?.(call.input) ?? []);
  const files = [...new Set(left.flatMap((l) => l.files ?? []))];
  return [
    ...left.flatMap((l) => l.notes ?? []).map((note) => `note: ${note}`),
    ...(files.length > 0 ? [`files changed so far: ${files.join(', ')}`] : []),
  ];
}

const textsAt = (input: unknown, key: string): string[] => {
  const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, key) : undefined;
  return typeof value === 'string' ? [value] : [];
};

const filesOf = (patch: string): string[] =>
  [...patch.matchAll(/^\s*\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$/gm)].map(
    (m) => m[1] ?? '',
  );
