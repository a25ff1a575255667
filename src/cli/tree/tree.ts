import type { Argument, Command, Help, Option } from 'commander';

/** A word that a command takes. `choices` is empty where any text will do. */
export type Operand = {
  readonly name: string;
  readonly says: string;
  readonly choices: readonly string[];
  readonly required: boolean;
  readonly many: boolean;
};

/** A flag. `takes` is the name of its value, absent where it has none. */
export type Flag = {
  /** As they are typed: `-h`, `--help`. */
  readonly names: readonly string[];
  readonly takes?: string;
  readonly says: string;
  readonly choices: readonly string[];
};

/** A command of the program as plain data, for whatever is made from it: completions, a manual. */
export type Node = {
  readonly name: string;
  /** The words that call it, the program's own name first. */
  readonly path: readonly string[];
  readonly says: string;
  /** What may follow these words, as its help shows it: `[run] <checkpoint>`. */
  readonly usage: string;
  readonly operands: readonly Operand[];
  readonly flags: readonly Flag[];
  readonly commands: readonly Node[];
};

/** A command and all below it, each with the words that call it. */
export function everyCommand(
  command: Command,
  above: readonly string[] = [],
): { readonly command: Command; readonly path: readonly string[] }[] {
  const path = [...above, command.name()];
  return [{ command, path }, ...command.commands.flatMap((below) => everyCommand(below, path))];
}

export function treeOf(command: Command, above: readonly string[] = []): Node {
  const help = command.createHelp();
  const path = [...above, command.name()];
  return {
    name: command.name(),
    path,
    says: command.description(),
    usage: usageOf(command),
    operands: command.registeredArguments.map(operandOf),
    flags: help.visibleOptions(command).map(flagOf),
    commands: visible(help, command).map((below) => treeOf(below, path)),
  };
}

/** What may follow its name, flags left out. */
export const usageOf = (command: Command): string => command.usage().replace('[options]', '').trim();

/** Without the help command: its own flag says the same. */
const visible = (help: Help, command: Command): Command[] =>
  help.visibleCommands(command).filter((below) => below.name() !== 'help');

const operandOf = (argument: Argument): Operand => ({
  name: argument.name(),
  says: argument.description,
  choices: argument.argChoices ?? [],
  required: argument.required,
  many: argument.variadic,
});

function flagOf(option: Option): Flag {
  const takes = /[<[]([^>\]]+)[>\]]/.exec(option.flags)?.[1];
  return {
    names: [option.short, option.long].filter((name) => name !== undefined),
    ...(takes === undefined ? {} : { takes }),
    says: option.description,
    choices: option.argChoices ?? [],
  };
}

/** Every command, the program itself first. */
export const everyNode = (node: Node): Node[] => [node, ...node.commands.flatMap(everyNode)];

/** The one that is meant where no command is named. */
export const DEFAULT = 'run';
