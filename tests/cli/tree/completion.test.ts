import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { completionFor } from '../../../src/cli/tree/completion.ts';
import { everyNode } from '../../../src/cli/tree/tree.ts';
import { program } from './program.ts';

const has = async (shell: string): Promise<boolean> =>
  (await execa(shell, ['-c', 'true'], { reject: false })).exitCode === 0;

/** What a real bash offers for a line, its last word being completed. */
async function bash(...words: readonly string[]): Promise<string[]> {
  const script = `${completionFor('bash', program)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _orchestrate
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const args = ['--norc', '-c', script, 'bash', 'orchestrate', ...words];
  const { stdout } = await execa('bash', args, { cwd: import.meta.dirname });
  return stdout.split('\n').filter(Boolean);
}

describe('in bash', () => {
  it('every command is offered, and files beside them', async () => {
    const offered = await bash('');
    expect(offered).toEqual(expect.arrayContaining(program.commands.map(({ name }) => name)));
    expect(offered).toContain('completion.test.ts');
  });

  it('every flag of every command is offered where it belongs', async () => {
    for (const { path, flags } of everyNode(program)) {
      const names = flags.flatMap((flag) => flag.names).filter((name) => name.startsWith('--'));
      expect(await bash(...path.slice(1), '--'), path.join(' ')).toEqual(expect.arrayContaining(names));
    }
  });

  it.each([
    { words: ['res'], offers: ['resume'] },
    { words: ['apply', '--older'], offers: [] },
    { words: ['clean', '--older'], offers: ['--older-than'] },
    { words: ['memory', 'acc'], offers: ['accept'] },
    { words: ['completion', 'f'], offers: ['fish'] },
    { words: ['spec.md', '--bud'], offers: ['--budget'] },
    { words: ['--approve', ''], offers: ['plan', 'checkpoint'] },
    { words: ['plan', '--tests', 'l'], offers: ['locked'] },
    { words: ['--config', 'completion.t'], offers: ['completion.test.ts'] },
    { words: ['--budget', ''], offers: [] },
  ])('$words becomes $offers', async ({ words, offers }) => {
    expect(await bash(...words)).toEqual(offers);
  });
});

describe.runIf(await has('fish'))('in fish', () => {
  const fish = async (line: string): Promise<string[]> => {
    const script = `${completionFor('fish', program)}\ncomplete -C ${JSON.stringify(line)}`;
    const { stdout } = await execa('fish', ['--no-config', '-c', script]);
    return stdout.split('\n').map((offer) => offer.split('\t')[0] ?? '');
  };

  it.each([
    { line: 'orchestrate resu', offers: ['resume'] },
    { line: 'orchestrate clean --older', offers: ['--older-than'] },
    { line: 'orchestrate memory acc', offers: ['accept'] },
    { line: 'orchestrate run --approve ', offers: ['checkpoint', 'plan'] },
  ])('$line becomes $offers', async ({ line, offers }) => {
    expect(await fish(line)).toEqual(offers);
  });
});

it.runIf(await has('zsh'))('a real zsh loads the script and gives it to the command', async () => {
  const script = `autoload -U compinit; compinit -D -u\n${completionFor('zsh', program)}\necho "$_comps[orchestrate]"`;
  const { stdout, stderr } = await execa('zsh', ['-f', '-c', script]);
  expect([stdout, stderr]).toEqual(['_orchestrate', '']);
});

it.each(['bash', 'zsh', 'fish'] as const)('the script for %s knows every command', (shell) => {
  const script = completionFor(shell, program);
  for (const { name } of program.commands) {
    expect(script).toContain(name);
  }
});
