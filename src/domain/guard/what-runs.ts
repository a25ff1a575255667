import { calledIn, scriptsOf } from './package-scripts.ts';

/** Files that say what a command means. */
export const isDefinition = (path: string): boolean =>
  /(?:^|\/)(?:package\.json|(?:GNU)?[Mm]akefile)$/.test(path);

type Beside = {
  /** Texts of such files at the base, by path. */
  readonly definitions: ReadonlyMap<string, string>;
  /** Folder that the commands run in, empty for the root. */
  readonly start: string;
};

/**
 * What a check comes to run: its commands, and the scripts and recipes that they call, as far as the files of the base tell.
 * What runs in a folder is there once more with each word put below that folder, so that files in it can be found.
 */
export function whatRuns(check: readonly string[], { definitions, start }: Beside): string[] {
  const found = new Set<string>();
  const visit = (command: string, folder: string): void => {
    const placed = folder === '' ? command : below(command, folder);
    if (found.has(placed)) {
      return;
    }
    found.add(command).add(placed);
    for (const [path, text] of definitions) {
      const own = path.split('/').slice(0, -1).join('/');
      if (isAtOrAbove(own, folder) || EVERYWHERE.test(command)) {
        calledFrom(command, path, text).forEach((inner) => {
          visit(inner, own);
        });
      }
    }
  };
  check.forEach((command) => {
    visit(command, start);
  });
  return [...found];
}

/** A command may go up before it calls something. */
const isAtOrAbove = (own: string, folder: string): boolean =>
  own === '' || folder === own || folder.startsWith(`${own}/`);

/** Runs scripts of other packages of the repository. */
const EVERYWHERE = /\s-[wr]\b|--(?:workspaces?|filter|recursive)\b|\bworkspaces\b|\b(?:turbo|nx|lerna)\b/;

const below = (command: string, folder: string): string =>
  command
    .split(/\s+/)
    .map((word) => `${folder}/${word.replace(/^(?:\.\/)+/, '')}`)
    .join(' ');

const calledFrom = (command: string, path: string, text: string): string[] =>
  path.endsWith('package.json') ? scriptsIn(command, text) : recipesIn(command, text);

function scriptsIn(command: string, text: string): string[] {
  const scripts = scriptsOf(text);
  return calledIn(command)
    .flatMap((name) => [`pre${name}`, name, `post${name}`])
    .flatMap((name) => scripts[name] ?? []);
}

/** Recipes of the targets that a `make` is told to make, and of what these depend on. */
function recipesIn(command: string, text: string): string[] {
  const make = /(?:^|[\s;&|(])g?make\b([^;&|)]*)/.exec(command);
  if (!make) {
    return [];
  }
  const rules = rulesOf(text);
  const said = (make[1] ?? '').split(/\s+/).filter((word) => rules.has(word));
  const wanted = new Set(said.length > 0 ? said : [...rules.keys()].slice(0, 1));
  for (const target of wanted) {
    rules.get(target)?.needs.forEach((need) => wanted.add(need));
  }
  return [...wanted].flatMap((target) => rules.get(target)?.recipe ?? []);
}

type MakeRule = { readonly needs: readonly string[]; readonly recipe: string[] };

function rulesOf(text: string): Map<string, MakeRule> {
  const rules = new Map<string, MakeRule>();
  let open: MakeRule | undefined;
  for (const line of text.split('\n')) {
    const head = /^([\w./-]+)\s*:(?!=)([^#]*)/.exec(line);
    if (head?.[1] !== undefined && !head[1].startsWith('.')) {
      open = { needs: (head[2] ?? '').split(/\s+/).filter(Boolean), recipe: [] };
      rules.set(head[1], open);
    } else if (line.startsWith('\t')) {
      open?.recipe.push(line.replace(/^\t[@+-]*/, ''));
    }
  }
  return rules;
}
