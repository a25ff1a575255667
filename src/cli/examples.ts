/** Calls worth knowing and what each does, by the command that they are about. */
export const EXAMPLES: Readonly<Record<string, readonly (readonly [call: string, does: string])[]>> = {
  run: [
    ['orchestrate spec.md', 'finds the check itself'],
    ['orchestrate spec.md --check "npm test" --setup "npm ci"', 'both are named'],
    ['orchestrate spec.md --budget 5 --minutes 60', 'pauses at either limit'],
    ['orchestrate spec.md --approve plan', 'asks you before any code'],
    ['orchestrate spec.md --dry-run', 'what would be done and sent'],
    ['cat spec.md | orchestrate - --json', 'for another program'],
  ],
  plan: [
    ['orchestrate plan spec.md', 'then edit the plan, and: orchestrate resume'],
    ['orchestrate plan spec.md --estimate', 'with a range of costs'],
  ],
  resume: [
    ['orchestrate resume', 'the newest unfinished run'],
    ['orchestrate resume --budget 10', 'with a higher limit'],
    ['orchestrate resume --model gpt-5', 'with another model for every role'],
  ],
  tell: [
    ['orchestrate tell "Keep the old names."', 'everyone'],
    ['orchestrate tell c2 "The port is 8080."', 'whoever works on c2'],
  ],
  pause: [['orchestrate pause', 'then: orchestrate resume']],
  answer: [['orchestrate answer "Yes, for version 2 only."', 'then, if it rests: orchestrate resume']],
  skip: [['orchestrate skip c3', 'what does not need c3 goes on']],
  retry: [['orchestrate retry c3', 'also after the end; then: orchestrate resume']],
  approve: [
    ['orchestrate approve', 'everything that waits'],
    ['orchestrate approve c2', 'only that'],
  ],
  decline: [
    ['orchestrate decline "Fewer steps."', 'the plan, or the one change that waits'],
    ['orchestrate decline c2 "Name it parse."', 'back to the coder of c2'],
  ],
  status: [['orchestrate status', 'the newest run']],
  show: [['orchestrate show c1', 'with its whole diff']],
  log: [
    ['orchestrate log --follow', 'as it happens'],
    ['orchestrate log --json', 'every event, for another program'],
  ],
  audit: [['orchestrate audit', 'the newest run']],
  replay: [
    ['orchestrate replay --speed 10', 'ten times as fast'],
    ['orchestrate replay --transcript c1.a1.coder', 'what a coder was told and said'],
  ],
  ui: [['orchestrate ui', 'a list of runs; the page of one is a click away']],
  report: [
    ['orchestrate report', 'in the terminal'],
    ['orchestrate report --html run.html', 'one file to send'],
    ['orchestrate report --format markdown', 'for a pull request'],
  ],
  apply: [
    ['orchestrate apply', 'into the branch that you are on'],
    ['orchestrate apply --branch feature/it', 'as a branch; nothing else is touched'],
    ['orchestrate apply --pr', 'as a pull request'],
  ],
  undo: [['orchestrate undo c2', 'what landed later stays, each checked again']],
  memory: [
    ['orchestrate memory', 'what is told, what is proposed'],
    ['orchestrate memory accept 1 3', 'two of the proposals'],
  ],
  clean: [
    ['orchestrate clean', 'only shows what would go'],
    ['orchestrate clean --older-than 30 --yes', 'does it'],
  ],
  worker: [
    ['orchestrate worker --redis redis://10.0.0.5:6379 --remote git@host:team/it.git', 'one machine'],
    ['orchestrate worker --slots 4 --labels gpu', 'four at a time, with a label'],
  ],
  workers: [['orchestrate workers', 'with ORCHESTRATE_REDIS set']],
  demo: [
    ['orchestrate demo', 'about half a minute'],
    ['orchestrate demo --sandbox', 'the same, confined'],
  ],
  init: [
    ['orchestrate init', 'asks'],
    ['orchestrate init --yes --local', 'takes a server of this machine'],
  ],
  doctor: [['orchestrate doctor --json', 'for another program']],
  config: [['orchestrate config --parallel 1', 'as a run with that flag would see it']],
  completion: [
    ['eval "$(orchestrate completion bash)"', 'bash: a line of ~/.bashrc'],
    ['orchestrate completion zsh > ~/.zfunc/_orchestrate', 'zsh, with ~/.zfunc in fpath'],
    ['orchestrate completion fish > ~/.config/fish/completions/orchestrate.fish', 'fish'],
  ],
  man: [['orchestrate man | man -l -', 'as a page']],
};

const WIDTH = 80;
/** Columns of a call beyond which its words stand below it. */
const WIDE = 50;

/** As the end of a command's help; empty where there are none. */
export function examplesOf(command: string): string {
  const examples = EXAMPLES[command] ?? [];
  const wide = Math.max(0, ...examples.map(([call]) => call.length).filter((length) => length <= WIDE));
  const lines = examples.map(([call, does]) => {
    const line = `  ${call.padEnd(wide)}  ${does}`;
    return call.length <= WIDE && line.length <= WIDTH ? line : `  ${call}\n      ${does}`;
  });
  return lines.length === 0 ? '' : `\nExamples:\n${lines.join('\n')}`;
}
