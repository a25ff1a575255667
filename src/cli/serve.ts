import { Option, type Command } from 'commander';
import { meetingFlags, whole } from './flags.ts';
import type { WorkerFlags } from './commands/worker.ts';
import type { WorkersFlags } from './commands/workers.ts';
import type { Shell } from './shell.ts';

/** The commands for several machines. */
export function serve(program: Command, shell: Shell, done: (code: number) => void): void {
  const redis = ['--redis <url>', 'such as redis://host:6379 (ORCHESTRATE_REDIS)'] as const;
  meetingFlags(program.command('worker').option(...redis))
    .addOption(new Option('--slots <n>', 'pieces of work at a time').argParser(whole).default(2))
    .option('--labels <names>', 'what this machine has, such as gpu,node22: work that needs it comes here')
    .option('--name <name>', 'what it is called (host and process)')
    .addOption(
      new Option('--lease <seconds>', 'silence after which another worker gets its jobs')
        .argParser(whole)
        .default(30),
    )
    .addOption(new Option('--attempt').hideHelp())
    .description('code and check for the coordinators of other machines')
    .action(async (flags: WorkerFlags & { attempt?: true }) => {
      done(
        flags.attempt === true
          ? await (await import('./commands/attempt.ts')).attempt(shell)
          : await (await import('./commands/worker.ts')).worker(flags, shell),
      );
    });
  meetingFlags(program.command('workers').option(...redis))
    .option('--json', 'one worker a line as JSON on stdout, then what waits')
    .description('who works for this repository, and at what')
    .action(async (flags: WorkersFlags) => {
      done(await (await import('./commands/workers.ts')).workers(flags, shell));
    });
}
