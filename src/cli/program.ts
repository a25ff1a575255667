import { Command, Option } from 'commander';
import { FORMATS } from '../view/formats/names.ts';
import type { ApplyFlags } from './commands/apply.ts';
import type { CleanFlags } from './commands/clean.ts';
import type { ReplayFlags } from './commands/replay.ts';
import type { ReportFlags } from './commands/report.ts';
import type { UiFlags } from './commands/ui.ts';
import { examplesOf } from './examples.ts';
import {
  limitFlags,
  modelFlags,
  outputFlags,
  positive,
  reportFlags,
  runFlags,
  type RunFlags,
  workersFlags,
  trustFlags,
} from './flags.ts';
import { learn } from './learn.ts';
import { serve } from './serve.ts';
import type { Shell } from './shell.ts';
import { steer, UNFINISHED } from './steer.ts';
import { everyCommand, usageOf } from './tree/tree.ts';

type Done = (code: number) => void;

/**
 * The map of the command line: every command, its flags and the file that carries it out, loaded only when needed.
 * `done` takes the exit code.
 */
export function buildProgram(shell: Shell, done: Done): Command {
  const program = new Command('orchestrate')
    .description('Turns a written spec into reviewed, tested commits.')
    .usage('<spec.md> [flags]\n       orchestrate <command> [flags]')
    .version(shell.version, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show this')
    .exitOverride()
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${usageOf(command)}`.trim() })
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: shell.out,
      writeErr: shell.err,
      outputError: (text, write) => write(text.replace(/^error: /, 'orchestrate: ')),
    })
    .addHelpText('after', MORE)
    .addHelpCommand(
      new Command('help').argument('[command]').description('the help of a command').helpGroup(LEARN),
    );
  work(program.commandsGroup('Work:'), shell, done);
  steer(program.commandsGroup('Steer, also while it runs:'), shell, done);
  look(program.commandsGroup('Look:'), shell, done);
  pages(program, shell, done);
  take(program.commandsGroup('Take:'), shell, done);
  serve(program.commandsGroup('Other machines:'), shell, done);
  learn(program.commandsGroup(LEARN), { shell, done, more: MORE });
  for (const { command, path } of everyCommand(program)) {
    command.showHelpAfterError(`See: ${path.join(' ')} --help`);
    command.addHelpText('after', examplesOf(path.slice(1).join(' ')));
  }
  return program;
}

function work(program: Command, shell: Shell, done: Done): void {
  runFlags(program.command('run', { isDefault: true }).argument('<spec>', SPEC))
    .description('the whole way: plan, code, check, review, land (the default)')
    .action(async (spec: string, flags: RunFlags) => {
      if (flags.dryRun === true) {
        return done(await (await import('./commands/dry-run.ts')).dryRun(spec, flags, shell));
      }
      return done(
        flags.estimate === true
          ? await (await import('./commands/plan.ts')).plan(spec, flags, shell)
          : await (await import('./commands/run.ts')).run(spec, flags, shell),
      );
    });
  runFlags(program.command('plan').argument('<spec>', SPEC))
    .description('only plan, to be looked at and edited: no branch, no code')
    .action(async (spec: string, flags: RunFlags) => {
      done(await (await import('./commands/plan.ts')).plan(spec, flags, shell));
    });
  const resume = program.command('resume').argument('[run]', UNFINISHED);
  reportFlags(outputFlags(workersFlags(trustFlags(modelFlags(limitFlags(resume))))))
    .description('go on with a run that stopped, waits or was killed')
    .action(async (run: string | undefined, flags: RunFlags) => {
      done(await (await import('./commands/resume.ts')).resume(run, flags, shell));
    });
}

function look(program: Command, shell: Shell, done: Done): void {
  outputFlags(program.command('status').argument('[run]', 'default: the newest run'))
    .description('where a run stands, also while it is running')
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
    .description('what happened, one event a line')
    .action(async (run: string | undefined, flags: RunFlags & { follow?: boolean }) => {
      done(await (await import('./commands/look.ts')).log(run, flags, shell));
    });
  program
    .command('audit')
    .argument('[run]', 'default: the newest run')
    .option('--json', 'one call a line as JSON on stdout')
    .description('every call of a tool: what was decided, and what came of it')
    .action(async (run: string | undefined, flags: RunFlags) => {
      done(await (await import('./commands/audit.ts')).audit(run, flags, shell));
    });
  outputFlags(program.command('replay').argument('[run]', 'default: the newest run'))
    .optionsGroup('What to show:')
    .addOption(new Option('--speed <n>', 'so many times as fast as it happened').argParser(positive))
    .option('--transcript <name>', 'a conversation instead, such as c1.a1.coder')
    .option('--recording <file>', 'write what the models said, for a bug report')
    .description('show a run of the past again; no model is asked')
    .action(async (run: string | undefined, flags: ReplayFlags) => {
      done(await (await import('./commands/replay.ts')).replay(run, flags, shell));
    });
}

/** What a person looks at in a browser, or keeps. */
function pages(program: Command, shell: Shell, done: Done): void {
  program
    .command('ui')
    .argument('[run]', 'default: a list of runs')
    .option('--no-open', 'only print the address')
    .description('a page that shows a run as it goes on, on this machine only')
    .action(async (run: string | undefined, flags: UiFlags) => {
      done(await (await import('./commands/ui.ts')).ui(run, flags, shell));
    });
  program
    .command('report')
    .argument('[run]', 'default: the newest run')
    .addOption(new Option('--format <form>', 'for another program').choices(FORMATS).conflicts('html'))
    .option('--html [file]', 'as one file for a browser; default: beside the other records')
    .description('what was checked, and what was only claimed')
    .action(async (run: string | undefined, flags: ReportFlags) => {
      done(await (await import('./commands/report.ts')).report(run, flags, shell));
    });
}

function take(program: Command, shell: Shell, done: Done): void {
  program
    .command('apply')
    .argument('[run]', 'default: the newest run with something to merge')
    .option('--merge', 'into the branch that you are on; the default')
    .addOption(new Option('--branch <name>', 'onto a new branch; nothing else is touched').conflicts('merge'))
    .addOption(new Option('--pr', 'push, and open a pull request with gh').conflicts(['merge', 'branch']))
    .option('--remote <name>', 'where to push', 'origin')
    .description("take a run's commits over: merge them, or as a branch or pull request")
    .action(async (run: string | undefined, flags: ApplyFlags) => {
      done(await (await import('./commands/apply.ts')).apply(run, flags, shell));
    });
  program
    .command('undo')
    .usage('[run] <checkpoint>')
    .argument('[words...]')
    .description("take a checkpoint that has landed back from the run's branch")
    .action(async (given: string[]) => {
      done(await (await import('./commands/undo.ts')).undo(given, shell));
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
    .addOption(new Option('--older-than <days>', 'only runs older than this').argParser(positive))
    .description('remove records, refs and working copies of runs')
    .action(async (run: string | undefined, flags: CleanFlags) => {
      done(await (await import('./commands/clean.ts')).clean(run, flags, shell));
    });
}

const LEARN = 'Get to know it:';

const SPEC = 'a Markdown file, or - for stdin';

const MORE = `
Examples:
  orchestrate demo                         see a whole run, without a key
  orchestrate spec.md --check "npm test"   from a spec to commits on a branch
  orchestrate plan spec.md                 see the plan first
  orchestrate resume --budget 5            go on after a limit
  orchestrate apply                        merge what has landed
  orchestrate run --help                   all flags of a run

Exit codes:
  0 all accepted   1 something blocked   2 usage   3 environment   4 no plan
  5 limit   6 waits for you   7 provider unavailable   130 interrupted
  A run that ended with 5, 6, 7 or 130 goes on with: orchestrate resume`;
