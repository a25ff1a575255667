import type { CheckResult } from './check.ts';
import type { CommitName } from './commit-template.ts';
import { isProse, isTestFile } from './guard/test-files.ts';
import type { At } from './progress.ts';
import type { Run } from './run.ts';

/** The message of an accepted change as it lands. The same state always gives the same text. */
export function commitMessage(p: At<'landing'>, run: Pick<Run, 'id' | 'requirements' | 'settings'>): string {
  const reviewer = p.reviews.at(-1)?.model;
  const { type, title } = conventional(p.checkpoint.title, p.changed);
  const check = checkWords(p.check);
  const needs = run.requirements.filter(({ id }) => p.checkpoint.covers.includes(id));
  const values: Record<CommitName, string> = {
    type,
    title,
    summary: wrapped(p.claim),
    trailers: [
      trailer('Checkpoint', p.checkpoint.id),
      ...needs.map(({ id, text }) => trailer('Requirement', `${id} ${text}`)),
      ...(reviewer === undefined ? [] : [trailer('Reviewed-by-model', reviewer)]),
      trailer('Check', check),
      trailer('Attempt', p.attempt),
      trailer('Orchestrate-Run', run.id),
    ].join('\n'),
    checkpoint: p.checkpoint.id,
    attempt: p.attempt,
    run: run.id,
    requirements: needs.map(({ id }) => id).join(', '),
    model: p.model,
    reviewer: reviewer ?? '',
    check,
  };
  const known: ReadonlyMap<string, string> = new Map(Object.entries(values));
  return run.settings.commit
    .replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: string) => known.get(name) ?? '')
    .replaceAll(/\n{3,}/g, '\n\n');
}

const trailer = (key: string, value: string): string => `${key}: ${value.replaceAll(/\s+/g, ' ').trim()}`;

function checkWords({ status, command, exitCode, tests }: CheckResult): string {
  if (status === 'none') {
    return 'none is configured';
  }
  if (!tests) {
    return `${command} (exit ${String(exitCode ?? 'unknown')})`;
  }
  const failed = tests.failed > 0 ? `, ${String(tests.failed)} failed before as well` : '';
  return `${command} (${String(tests.passed)} passed${failed})`;
}

/** By https://www.conventionalcommits.org, as far as title and files tell. A title that has its type already keeps it. */
function conventional(text: string, changed: readonly string[]): { type: string; title: string } {
  const own = /^([a-z]+(?:\([^)]*\))?!?): +(.+)$/.exec(text);
  if (own) {
    return { type: own[1] ?? '', title: own[2] ?? '' };
  }
  const [word = ''] = text.toLowerCase().match(/[a-z]+/) ?? [];
  const byFiles = BY_FILES.find(([isOne]) => changed.every(isOne))?.[1];
  const type = byFiles ?? BY_WORD.find(([words]) => words.test(word))?.[1] ?? 'feat';
  // Names such as `HTTP` or `McDonald` keep their capitals.
  const title = /^[A-Z][a-z]*(?![\w.(])/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  return { type, title };
}

const BY_FILES: readonly [(path: string) => boolean, string][] = [
  [isProse, 'docs'],
  [isTestFile, 'test'],
  [
    (path) => /^\.(?:github|gitlab|circleci)\b|^\.?(?:azure-pipelines|travis|gitlab-ci)\.ya?ml$/.test(path),
    'ci',
  ],
  [
    (path) =>
      /(?:^|\/)(?:package(?:-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|Cargo\.(?:toml|lock)|go\.(?:mod|sum)|pom\.xml|Makefile|Dockerfile)$/.test(
        path,
      ),
    'build',
  ],
];

const BY_WORD: readonly [RegExp, string][] = [
  [/^(?:fix|mend|repair|correct|resolve|prevent|avoid|stop)/, 'fix'],
  [/^(?:refactor|rename|move|extract|split|simplif|clean|inline|unif|replace|restructure)/, 'refactor'],
  [/^(?:speed|optimi[sz]e|accelerate|cache)/, 'perf'],
];

const WIDTH = 72;

/** Prose in lines of at most 72 characters; what is indented, listed or quoted stays as it is. */
const wrapped = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => (line.length <= WIDTH || /^(?:\s|[-*>|#`]|\d+\.)/.test(line) ? line : fold(line)))
    .join('\n');

function fold(line: string): string {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length >= WIDTH) {
      lines.push(word);
    } else {
      lines.splice(-1, 1, last === '' ? word : `${last} ${word}`);
    }
  }
  return lines.join('\n');
}
