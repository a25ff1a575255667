import { describe, expect, it } from 'vitest';
import { wrong } from './calls.ts';
import { blocksOf, callsIn, callsMentioned, isRun, isShell, pages } from './pages.ts';

it.each(pages)('$name calls no command and no flag that does not exist', ({ text, blocks }) => {
  const calls = [...blocks.filter(isShell).flatMap((block) => callsIn(block.text)), ...callsMentioned(text)];
  expect(calls.flatMap((words) => wrong(words) ?? [])).toEqual([]);
});

it.each(pages)('$name has no block that is run and changes the machine, or does not end', ({ blocks }) => {
  const run = blocks.filter(isRun).map(({ text }) => text);
  const risky =
    /\b(?:npm (?:i|install|link|ci)\b|npx |sudo |apt|pip install|brew |curl |docker |redis-server|orchestrate (?:ui|worker)\b)/;
  expect(run.filter((text) => risky.test(text.replaceAll(/#.*/g, '').replaceAll(/"[^"]*"/g, '')))).toEqual(
    [],
  );
});

describe('what is looked at', () => {
  it.each([
    ['orchestrate resum', 'there is no command resum'],
    ['orchestrate spec.md --paralel 2', 'orchestrate has no --paralel'],
    ['orchestrate apply --yes', 'orchestrate apply has no --yes'],
    ['orchestrate memory accept --all', 'orchestrate memory accept has no --all'],
    ['orchestrate spec.md --check "a --b" --budget=5', undefined],
    ['orchestrate - --json', undefined],
  ])('%s: %s', (line, says) => {
    expect(callsIn(line).flatMap((words) => wrong(words) ?? [])).toEqual(says === undefined ? [] : [says]);
  });

  it('calls are found after others, in substitutions and before comments', () => {
    expect(
      callsIn(
        'npm ci && npx orchestrate demo   # orchestrate none\nX=1 orchestrate a; eval "$(orchestrate b c)"\necho orchestrate',
      ),
    ).toEqual([['demo'], ['a'], ['b', 'c']]);
    expect(callsIn('cd x || orchestrate a | tee b')).toEqual([['a']]);
    expect(
      callsMentioned('see `orchestrate show c1`, not `orchestrate()`\n```sh\norchestrate x\n```\n'),
    ).toEqual([['show', 'c1']]);
  });

  it('a block is run unless its fence says why not', () => {
    const [plain, excused, bare, other] = blocksOf(
      '```sh\na\n```\n```sh not run: needs a network\nb\n```\n```sh not run:\nc\n```\n```yaml\nd: 1\n```\n',
    );
    expect([plain, excused, bare, other].map((block) => block && isRun(block))).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(plain).toEqual({ info: 'sh', text: 'a\n', line: 2 });
  });
});
