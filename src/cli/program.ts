import { Command, Option } from 'commander';
import type { ReplayFlags } from './commands/replay.ts';
import { limitFlags, outputFlags, positive, runFlags, type RunFlags } from './flags.ts';
import type { Shell } from './shell.ts';

/**
 * The map of the command line: every command, its flags and the file that carries it out, loaded only when needed.
 * `done` takes the exit code.
 */
export function buildProgram(shell: Shell, done: (code: number) => void): Command {
  const program = new Command('orchestrate')
    .description('Turns a written spec into reviewed, tested commits.')
    .usage('<spec.md> [options]   |   orchestrate <command>')
    .version(shell.version, '-V, --version')
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({ writeOut: shell.out, writeErr: shell.err })
    .addHelpText('after', EXAMPLES);

  runFlags(program.command('run', { isDefault: true }).argument('<spec>', 'a Markdown file, or - for stdin'))
    .description('plan the spec, code it, check it, review it, land it on a branch (the default)')
    .action(async (spec: string, flags: RunFlags) => {
      done(await (await import('./commands/run.ts')).run(spec, flags, shell));
    });
  runFlags(program.command('plan').argument('<spec>', 'a Markdown file, or - for stdin'))
    .description('only plan: write plan.yaml and plan.md, no branch and no code')
    .action(async (spec: string, flags: RunFlags) => {
      done(await (await import('./commands/run.ts')).plan(spec, flags, shell));
    });
  outputFlags(limitFlags(program.command('resume').argument('[run]', 'default: the newest unfinished run')))
    .description('go on with a run that was stopped, paused or killed')
    .action(async (run: string | undefined, flags: RunFlags) => {
      done(await (await import('./commands/resume.ts')).resume(run, flags, shell));
    });
  program
    .command('answer')
    .argument('<text>', 'the answer')
    .option('--run <run>', 'default: the newest unfinished run')
    .description('answer the question that a run waits with; then resume it')
    .action(async (text: string, flags: { run?: string }) => {
      done(await (await import('./commands/answer.ts')).answer(text, flags.run, shell));
    });
  look(program, shell, done);
  take(program, shell, done);
  program
    .command('demo')
    .description('a whole run in a temporary folder, with recorded replies: no key, no network')
    .action(async () => {
      done(await (await import('./commands/demo.ts')).demo(shell));
    });
  program
    .command('doctor')
    .option('--json', 'as one JSON object on stdout')
    .description('look whether a run could start here: git, disk, settings, and every model with a real call')
    .action(async (flags: { json?: boolean }) => {
      done(await (await import('./commands/doctor.ts')).doctor(flags, shell));
    });
  return program;
}

function look(program: Command, shell: Shell, done: (code: number) => void): void {
  outputFlags(program.command('status').argument('[run]', 'default: the newest run'))
    .description('where a run stands; works while it is running')
    .action(async (run: string | undefined, flags: RunFlags) => {
      done(await (await import('./commands/look.ts')).status(run, flags, shell));
    });
  program
    .command('show')
    .argument('<checkpoint>', 'such as c1')
    .option('--run <run>', 'default: the newest run')
    .description('a checkpoint: its diff, check and verdict')
    .action(async (checkpoint: string, flags: { run?: string }) => {
      done(await (await import('./commands/look.ts')).show(checkpoint, flags.run, shell));
    });
  outputFlags(program.command('log').argument('[run]', 'default: the newest run'))
    .option('--follow', 'go on as it grows')
    .description('the events of a run, one a line')
    .action(async (run: string | undefined, flags: RunFlags & { follow?: boolean }) => {
      done(await (await import('./commands/look.ts')).log(run, flags, shell));
    });
  outputFlags(program.command('replay').argument('[run]', 'default: the newest run'))
    .addOption(new Option('--speed <n>', 'so many times as fast as it happened').argParser(positive))
    .option('--transcript <conversation>', 'print a conversation instead, such as c1.a1.coder')
    .option('--recording <file>', 'write what the models said to a file, for a bug report')
    .description('show a run of the past again; no model is asked')
    .action(async (run: string | undefined, flags: ReplayFlags) => {
      done(await (await import('./commands/replay.ts')).replay(run, flags, shell));
    });
}

function take(program: Command, shell: Shell, done: (code: number) => void): void {
  program
    .command('apply')
    .argument('[run]', 'default: the newest run with something to merge')
    .description("merge a run's branch into the branch that you are on")
    .action(async (run: string | undefined) => {
      done(await (await import('./commands/apply.ts')).apply(run, shell));
    });
  const memory = program
    .command('memory')
    .description('what every run in this repository is told, and what the latest runs propose to add')
    .action(async () => {
      done(await (await import('./commands/memory.ts')).memory(shell));
    });
  memory
    .command('accept')
    .argument('[numbers...]', 'default: all')
    .description('take proposals over')
    .action(async (numbers: string[]) => {
      done(await (await import('./commands/memory.ts')).accept(numbers, shell));
    });
  program
    .command('clean')
    .argument('[run]', 'default: every finished run')
    .option('--yes', 'do it; without it only shows what would go')
    .option('--force', 'also what has not been merged')
    .option('--older-than <days>', 'only runs older than this', Number)
    .description('remove records, refs and working copies of runs')
    .action(
      async (run: string | undefined, flags: { yes?: boolean; force?: boolean; olderThan?: number }) => {
        done(await (await import('./commands/clean.ts')).clean(run, flags, shell));
      },
    );
}

const EXAMPLES = `
Examples:
  orchestrate demo                          see a whole run, without a key
  orchestrate spec.md --check "npm test"    from a spec to commits on a branch of its own
  orchestrate plan spec.md                  see the plan first
  orchestrate resume --budget 5             go on after a limit
  orchestrate apply                         merge what has landed

Exit codes: 0 all accepted · 1 something blocked · 2 usage · 3 environment · 4 no plan · 5 limit · 6 waits for you
            7 provider unavailable · 130 interrupted. 5, 6, 7 and 130 can be resumed.`;
