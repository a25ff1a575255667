import { Argument, type Command } from 'commander';
import type { DemoFlags } from './commands/demo.ts';
import type { InitFlags } from './commands/init.ts';
import { limitFlags, settingFlags, type RunFlags } from './flags.ts';
import type { Shell } from './shell.ts';
import { SHELLS, type ShellName } from './tree/shells.ts';

/** `more` is what the program's help says at its end. */
type Learning = {
  readonly shell: Shell;
  readonly done: (code: number) => void;
  readonly more: string;
};

/** Commands to get to know the program by. */
export function learn(program: Command, { shell, done, more }: Learning): void {
  program
    .command('demo')
    .option('--sandbox', 'confine its commands, as those of any other run')
    .description('a whole run with recorded replies: no key, no network')
    .action(async (flags: DemoFlags) => {
      done(await (await import('./commands/demo.ts')).demo(flags, shell));
    });
  program
    .command('init')
    .option('--yes', 'ask nothing: take what is found')
    .option('--local', 'look for servers on this machine')
    .option('--provider <name>', 'which of those found')
    .option('--model <name>', 'for planning, reviewing and hard work')
    .option('--easy-model <name>', 'for easy work; default: the same')
    .option('--check <cmd>', 'default: what the repository tells')
    .option('--setup <cmd>', 'default: what the repository tells')
    .option('--roles', 'copy the prompts of the roles too, to edit them')
    .description('write settings to begin with; nothing that is there is changed')
    .action(async (flags: InitFlags) => {
      done(await (await import('./commands/init.ts')).init(flags, shell));
    });
  program
    .command('doctor')
    .option('--json', 'as one JSON object on stdout')
    .description('whether a run could start here, with a fix for what is missing')
    .action(async (flags: { json?: boolean }) => {
      done(await (await import('./commands/doctor.ts')).doctor(flags, shell));
    });
  settingFlags(limitFlags(program.command('config')))
    .optionsGroup('Output:')
    .option('--json', 'one setting a line as JSON on stdout')
    .description('every setting in force, and where it comes from')
    .action(async (flags: RunFlags) => {
      done(await (await import('./commands/config.ts')).config(flags, shell));
    });
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'whose completions to print').choices(SHELLS))
    .description('a script that completes commands and flags in your shell')
    .action(async (name: ShellName) => {
      const [{ completion }, { treeOf }] = await Promise.all([
        import('./commands/completion.ts'),
        import('./tree/tree.ts'),
      ]);
      done(completion(name, treeOf(program), shell));
    });
  program
    .command('man')
    .description('this as a manual page: orchestrate man | man -l -')
    .action(async () => {
      const [{ man }, { treeOf }] = await Promise.all([
        import('./commands/man.ts'),
        import('./tree/tree.ts'),
      ]);
      done(man(treeOf(program), more, shell));
    });
}
