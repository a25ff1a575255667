import { capped, type Found } from './capped.ts';

/** What is known of the repository's files; paths are relative to its root, with forward slashes. */
export type RuleSource = {
  /** The text of a file, or null where there is none. */
  readonly read: (path: string) => Promise<string | null>;
  /** Names of the files in a folder; none where there is no such folder. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  /** The folders of the files in scope. */
  readonly folders: readonly string[];
  /** Bytes of all rules together. Default 32 KiB. */
  readonly most?: number;
};

export type Rules = {
  /** From the root to the nearest folder: what stands later counts more. Empty without rules. */
  readonly text: string;
  /** One sentence for each file that is not there in full; for people. */
  readonly warnings: readonly string[];
  /** The files that the text is made of, in its order. */
  readonly files: readonly string[];
};

const MOST = 32 * 1024;
const ROOT = '';

/** Files that hold rules for the folder they are in; of each folder the first kind that is there counts. */
const KINDS: readonly ((folder: string, source: RuleSource) => Promise<readonly string[]>)[] = [
  async () => Promise.resolve(['AGENTS.md']),
  async () => Promise.resolve(['CLAUDE.md']),
  async () => Promise.resolve(['.cursorrules']),
  async (folder, { list }) => {
    const names = await list(join(folder, '.cursor/rules'));
    return names
      .filter((name) => /\.mdc?$/.test(name))
      .toSorted()
      .map((name) => `.cursor/rules/${name}`);
  },
  async (folder) => Promise.resolve(folder === ROOT ? ['.github/copilot-instructions.md'] : []),
];

/** The rules that the repository has for these folders. */
export async function rules(source: RuleSource): Promise<Rules> {
  const found: Found[] = [];
  const warnings: string[] = [];
  for (const folder of upToRoot(source.folders)) {
    const here = await rulesOf(folder, source, warnings);
    found.push(...here);
  }
  const { parts, cuts } = capped(found, source.most ?? MOST);
  return {
    text: parts.map(({ path, text }) => `# ${path}\n\n${text}\n`).join('\n'),
    warnings: [...warnings, ...cuts],
    files: parts.map(({ path }) => path),
  };
}

async function rulesOf(folder: string, source: RuleSource, warnings: string[]): Promise<Found[]> {
  for (const kind of KINDS) {
    const found: Found[] = [];
    for (const name of await kind(folder, source)) {
      const path = join(folder, name);
      const text = await source.read(path).catch((error: unknown) => {
        warnings.push(`${path} could not be read: ${error instanceof Error ? error.message : String(error)}`);
        return null;
      });
      if (text !== null && text.trim() !== '') {
        found.push({ path, text: text.replace(/^\uFEFF/, '').trim() });
      }
    }
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

/** The folders and all that they lie in, the root first, each once. What leads out of the repository is left out. */
function upToRoot(folders: readonly string[]): string[] {
  const all = folders
    .map((folder) => folder.split('/').filter((part) => part !== '' && part !== '.'))
    .filter((parts) => !parts.includes('..'))
    .flatMap((parts) => parts.map((_, i) => parts.slice(0, i + 1).join('/')));
  return [ROOT, ...[...new Set(all)].toSorted((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1))];
}

const depth = (folder: string): number => folder.split('/').length;

const join = (folder: string, name: string): string => (folder === ROOT ? name : `${folder}/${name}`);
