import { dotted, isRecord, type Located, type Path } from './located.ts';
import type { Problem } from './problem.ts';
import { type Given, LIMITS, RepositoryFile, UserFile } from './schema.ts';
import { checkShape } from './shape.ts';
import { readYaml } from './yaml-text.ts';

/** Who says something, strongest first. `named` is a file given by `--config`. */
export const RANKS = ['flag', 'spec', 'environment', 'named', 'user', 'repository', 'default'] as const;
export type SourceKind = (typeof RANKS)[number];

/** What one place says, read and checked. */
export type Source = {
  readonly kind: SourceKind;
  readonly given: Given;
  /** Where the value at a path was written. */
  readonly place: (path: Path) => string;
  /** What was set aside, to be told aloud. */
  readonly ignored: readonly Problem[];
};

/** Reads a settings file; throws ConfigError. In a repository's, keys that are not its to set are put into `ignored`. */
export function readSettingsFile(text: string, file: string, kind: 'named' | 'user' | 'repository'): Source {
  const located = readYaml(text, { file });
  const whole = located.value ?? {};
  const { kept, ignored } = kind === 'repository' ? setAside(whole, located) : { kept: whole, ignored: [] };
  const schema = kind === 'repository' ? RepositoryFile : UserFile;
  const { limits, version: _, ...rest } = checkShape(schema, { ...located, value: kept });
  const place = (path: Path): string => {
    const [first] = path;
    return located.place(LIMITS.includes(String(first)) ? ['limits', ...path] : path, 'value');
  };
  return { kind, given: { ...rest, ...limits }, place, ignored };
}

/** Names that other tools have for the same; they must not look like a slip of the fingers. */
const FOREIGN = [
  'provider',
  'env',
  'mcpServers',
  'mcp_servers',
  'rules',
  'allow',
  'deny',
  'permission_mode',
  'approval_policy',
  'auto_approve',
  'autoApprove',
  'yolo',
  'trust',
  'trusted',
  'sandbox_mode',
  'baseUrl',
  'base_url',
  'apiKey',
  'api_key',
  'headers',
  'proxy',
  'shell',
  'plugins',
];
const MACHINE_KEYS = new Set([
  ...Object.keys(UserFile.shape).filter((key) => !(key in RepositoryFile.shape)),
  ...FOREIGN,
]);
const MODEL_KEYS = new Set([
  'baseUrl',
  'base_url',
  'url',
  'apiKey',
  'api_key',
  'key',
  'keyVariable',
  'headers',
]);

function setAside(whole: unknown, located: Located): { kept: unknown; ignored: Problem[] } {
  if (!isRecord(whole)) {
    return { kept: whole, ignored: [] };
  }
  const top = part(whole, MACHINE_KEYS);
  const ignored = top.out.flatMap(([key, value]) => leaves(key, value));
  const models = isRecord(whole['models']) ? Object.entries(whole['models']) : [];
  const kept = models.map(([alias, model]): [string, unknown] => {
    const { kept: rest, out } = isRecord(model) ? part(model, MODEL_KEYS) : { kept: model, out: [] };
    ignored.push(...out.map(([key]) => ['models', alias, key]));
    return [alias, rest];
  });
  return {
    kept: models.length === 0 ? top.kept : { ...top.kept, models: Object.fromEntries(kept) },
    ignored: ignored.map((path) => ignoredKey(path, located.place(path, 'key'))),
  };
}

function part(record: Record<string, unknown>, names: ReadonlySet<string>) {
  const entries = Object.entries(record);
  return {
    kept: Object.fromEntries(entries.filter(([key]) => !names.has(key))),
    out: entries.filter(([key]) => names.has(key)),
  };
}

const leaves = (key: string, value: unknown): string[][] =>
  isRecord(value) && Object.keys(value).length > 0
    ? Object.keys(value).map((inner) => [key, inner])
    : [[key]];

/** A key that its writer has no say in. */
export const ignoredKey = (path: Path, place: string): Problem => ({
  key: dotted(path),
  place,
  message: `${dotted(path)} is ignored: it reaches keys or the machine, so only your own config.yaml may set it`,
});
export const isMachineKey = (key: string): boolean => MACHINE_KEYS.has(key);
