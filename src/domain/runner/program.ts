/** What a check command starts in the end. */
export type Program = {
  /** The program without launchers and assignments, and its arguments. */
  readonly words: readonly string[];
  /** What stands between the command and further arguments, so that they reach the program. */
  readonly passesOn: '' | ' --';
};

/** One command without operators, expansions or redirections: its words are what they look like. */
const PLAIN = /^[\w@%+=:,./ '"*?[\]{}-]+$/;

const LAUNCHERS: readonly RegExp[] = [
  /^npx(?: (?:--no-install|--no|--yes|-y))* /,
  /^npm (?:exec|x) -- /,
  /^(?:pnpm|yarn)(?: exec)? (?=(?:vitest|jest)\b)/,
  /^bunx /,
  /^(?:uv|poetry|pdm|pipenv|rye|hatch) run /,
];

/** `npm test`, `yarn test`, `pnpm run unit`, and no argument: the name of a script. */
const SCRIPT = /^(npm|pnpm|yarn|bun)(?: --?(?:silent|s))*(?: (run|run-script))? ([\w:.-]+)$/;
const OWN_NAME = new Map([
  ['t', 'test'],
  ['tst', 'test'],
]);

/** Undefined where it is more than one plain command, or not known what it starts. */
export function programOf(command: string, scripts: Readonly<Record<string, string>>): Program | undefined {
  const plain = plainCommand(command);
  const script = plain === undefined ? null : SCRIPT.exec(plain);
  if (plain === undefined || !script) {
    return plain === undefined ? undefined : { words: plain.split(' '), passesOn: '' };
  }
  const [, manager, run, said = ''] = script;
  const name = OWN_NAME.get(said) ?? said;
  const isScript = run !== undefined || name === 'test' || manager === 'yarn' || manager === 'pnpm';
  const text = isScript ? scripts[name] : undefined;
  const inner = text === undefined ? undefined : plainCommand(text);
  return inner === undefined || SCRIPT.test(inner)
    ? undefined
    : { words: inner.split(' '), passesOn: manager === 'npm' ? ' --' : '' };
}

function plainCommand(text: string): string | undefined {
  const command = text.trim().replaceAll(/ +/g, ' ');
  if (!PLAIN.test(command)) {
    return undefined;
  }
  const bare = command.replace(/^(?:[A-Za-z_]\w*=[^ '"]* )+/, '');
  return LAUNCHERS.reduce((rest, launcher) => rest.replace(launcher, ''), bare);
}
