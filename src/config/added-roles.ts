import { z } from 'zod';
import type { ModelsByAlias } from './models.ts';
import { ConfigError } from './problem.ts';
import { ranked } from './ranked.ts';
import { splitRole, type RoleFile, type SplitRole } from './role-file.ts';
import { limitsOf, plainRole, type ResolvedRole, type RoleSettings } from './roles.ts';
import { routesOf } from './routes.ts';
import { Globs, Role, RoleName } from './schema.ts';
import { checkShape } from './shape.ts';
import type { Source, SourceKind } from './source.ts';
import { nearest } from './suggest-key.ts';
import type { Template } from './template.ts';

/** What a role that somebody adds can be. Each kind stands in for the role that does such work, where its file is silent. */
const KINDS = ['reviewer'] as const satisfies readonly RoleName[];
type Kind = (typeof KINDS)[number];

const AddedHead = z.strictObject({
  kind: z.enum(KINDS, { error: ({ input }) => noKind(String(input)) }),
  when: Globs.exactOptional(),
  ...Role.shape,
});

function noKind(given: string): string {
  const near = nearest(given, KINDS);
  return near === undefined ? `expected ${KINDS.join(' or ')}` : `did you mean ${near}?`;
}

/** A role that a file adds beside the program's own. */
export type AddedFile = Omit<RoleFile, 'role'> & {
  /** By the file's name. */
  readonly name: string;
  readonly kind: Kind;
  /** It is asked about changes of these files only; empty: about each. */
  readonly when: readonly string[];
};

export type AddedRole = RoleSettings &
  Pick<AddedFile, 'name' | 'kind' | 'when'> & { readonly prompt: Template };

const ADDED_NAME = /^[a-z][a-z0-9-]*$/;

/** Whether the head of a file says that it adds a role: one without a kind is a slip in a known role's name. */
export const addsRole = ({ located: { value } }: SplitRole): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value;

/** Throws ConfigError with the line of a wrong setting. */
export function readAddedRole(
  text: string,
  { name, file, kind: source }: { readonly name: string; readonly file: string; readonly kind: SourceKind },
): AddedFile {
  const { located, body, bodyLine } = splitRole(text, file);
  const { kind, when = [], ...given } = checkShape(AddedHead, located);
  if (!ADDED_NAME.test(name) || RoleName.safeParse(name).success) {
    const message = 'the name of a role that is added is made of small letters, digits and -';
    throw new ConfigError([{ key: '', place: file, message }]);
  }
  const place: Source['place'] = (path) => located.place(path.slice(2), 'value');
  const own: Source = { kind: source, given: { roles: { [kind]: given } }, place, ignored: [] };
  return { name, kind, when, file, body, bodyLine, source: own };
}

/** With what the role of its kind has, where its own file says nothing. */
export function resolveAdded(
  { name, kind, source }: AddedFile,
  standard: ResolvedRole,
  { sources, models }: { readonly sources: readonly Source[]; readonly models: ModelsByAlias },
): ResolvedRole {
  const own = limitsOf(kind, [source]);
  const ofAll = ranked([...sources.map(withoutRoles), source]);
  return {
    routes: routesOf(kind, ofAll, { models, called: name }) ?? standard.routes,
    turns: source.given.roles?.[kind]?.turns === undefined ? standard.turns : own.turns,
    temperature: own.temperature ?? standard.temperature,
    tools: own.tools ?? standard.tools,
  };
}

const withoutRoles = ({ given: { roles: _roles, ...given }, ...source }: Source): Source => ({
  ...source,
  given,
});

/** Empty where nothing names a model for its kind: that is told of the kind itself. */
export function plainAdded(added: AddedFile, resolved: ResolvedRole): AddedRole[] {
  const { name, kind, when } = added;
  const settings = plainRole(resolved);
  return settings ? [{ name, kind, when, prompt: added, ...settings }] : [];
}
