import type { Command } from 'commander';
import type { Shell } from './shell.ts';

export const UNFINISHED = 'default: the newest unfinished run';

/** The commands by which a person has a say in a run. */
export function steer(program: Command, shell: Shell, done: (code: number) => void): void {
  const words = async (
    name: 'tell' | 'skip' | 'retry' | 'approve' | 'decline',
    given: string[],
  ): Promise<void> => done(await (await import('./commands/steer.ts'))[name](given, shell));
  program
    .command('tell')
    .usage('[run] [checkpoint] "…"')
    .argument('[words...]')
    .description('words for whoever works on it, seen at the next turn')
    .action(async (given: string[]) => words('tell', given));
  program
    .command('pause')
    .argument('[run]', UNFINISHED)
    .description('let the run that is under way come to rest')
    .action(async (run: string | undefined) => {
      done(await (await import('./commands/steer.ts')).pause(run, shell));
    });
  program
    .command('answer')
    .argument('<text>', 'the answer')
    .option('--run <run>', 'default: the newest unfinished run that asks')
    .description('answer what a run asks')
    .action(async (text: string, flags: { run?: string }) => {
      done(await (await import('./commands/answer.ts')).answer(text, flags.run, shell));
    });
  program
    .command('skip')
    .usage('[run] <checkpoint>')
    .argument('[words...]')
    .description('set a checkpoint aside; what does not need it goes on')
    .action(async (given: string[]) => words('skip', given));
  program
    .command('retry')
    .usage('[run] <checkpoint>')
    .argument('[words...]')
    .description('begin a checkpoint anew, and what it holds up')
    .action(async (given: string[]) => words('retry', given));
  program
    .command('approve')
    .usage('[run] [checkpoint]')
    .argument('[words...]')
    .description('let what waits for you land')
    .action(async (given: string[]) => words('approve', given));
  program
    .command('decline')
    .usage('[run] [checkpoint] "…"')
    .argument('[words...]')
    .description('send back what waits for you, with what should be different')
    .action(async (given: string[]) => words('decline', given));
}
