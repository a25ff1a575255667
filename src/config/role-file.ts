import type { Located } from './located.ts';
import { checkShape } from './shape.ts';
import { type GivenRole, Role, type RoleName } from './schema.ts';
import type { Source, SourceKind } from './source.ts';
import { readYaml } from './yaml-text.ts';

/** A role's prompt, read from `roles/<role>.md`. */
export type RoleFile = {
  readonly role: RoleName;
  readonly file: string;
  readonly body: string;
  /** Line of the file that the body starts on. */
  readonly bodyLine: number;
  /** What its head says: model, turns, temperature, tools. */
  readonly source: Source;
};

export type RoleFileOrigin = { readonly role: RoleName; readonly file: string; readonly kind: SourceKind };

/** Splits a role's file into settings and prompt; throws ConfigError with the line of a wrong setting. */
export function readRoleFile(text: string, { role, file, kind }: RoleFileOrigin): RoleFile {
  const { located, body, bodyLine } = splitRole(text, file);
  const given: GivenRole = checkShape(Role, located);
  const place: Source['place'] = (path) => located.place(path.slice(2), 'value');
  return {
    role,
    file,
    body,
    bodyLine,
    source: { kind, given: { roles: { [role]: given } }, place, ignored: [] },
  };
}

export type SplitRole = Pick<RoleFile, 'body' | 'bodyLine'> & { readonly located: Located };

/** The head of a role's file, not looked at any further, and its prompt. */
export function splitRole(text: string, file: string): SplitRole {
  const { head, body, bodyLine } = split(text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'));
  const located = readYaml(head, { file, firstLine: 2 });
  return { located: { ...located, value: located.value ?? {} }, body, bodyLine };
}

function split(text: string): Pick<RoleFile, 'body' | 'bodyLine'> & { readonly head: string } {
  const [whole = '', head = ''] = /^---[ \t]*\n([\s\S]*?\n)?---[ \t]*(?:\n|$)/.exec(text) ?? [];
  return { head, body: text.slice(whole.length), bodyLine: whole.split('\n').length };
}
