import { examplesOf } from '../examples.ts';
import { DEFAULT, everyNode, type Flag, type Node } from './tree.ts';

export type Manual = {
  readonly version: string;
  /** Shown at the end of the program's help: examples and exit codes, in paragraphs that start with a heading. */
  readonly more: string;
};

/** The manual page, for `man`, made of what `--help` says of every command. */
export function manualOf(program: Node, { version, more }: Manual): string {
  return `${[
    `.TH ORCHESTRATE 1 "" "orchestrate ${escaped(version)}" "User Commands"`,
    '.SH NAME',
    `orchestrate \\- ${escaped(program.says.replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    '.B orchestrate\n.I spec.md\n[\\fIflags\\fR]\n.br\n.B orchestrate\n.I command\n[\\fIflags\\fR]',
    '.SH DESCRIPTION',
    `${escaped(program.says)} Without a command, ${DEFAULT} is meant.`,
    '.SH COMMANDS',
    ...everyNode(program).slice(1).flatMap(commandLines),
    ...more.trim().split('\n\n').flatMap(paragraph),
  ].join('\n')}\n`;
}

function commandLines(node: Node): string[] {
  const call = [...node.path, node.usage, node.flags.length > 1 ? '[flags]' : ''];
  return [
    `.SS ${escaped(call.filter((part) => part !== '').join(' '))}`,
    escaped(sentence(node.says)),
    ...node.operands.flatMap(({ name, says }) =>
      says === '' ? [] : ['.TP', `.I ${escaped(name)}`, escaped(says)],
    ),
    ...node.flags.flatMap(flagLines),
    ...exampleLines(examplesOf(node.path.slice(1).join(' '))),
  ];
}

const exampleLines = (examples: string): string[] =>
  examples === '' ? [] : ['.PP', '.nf', ...examples.trim().split('\n').map(escaped), '.fi'];

const flagLines = ({ names, takes, says, choices }: Flag): string[] => [
  '.TP',
  `\\fB${escaped(names.join(', '))}\\fR${takes === undefined ? '' : ` \\fI${escaped(takes)}\\fR`}`,
  escaped(choices.length > 0 ? `${says}: ${choices.join(', ')}` : says),
];

function paragraph(text: string): string[] {
  const [heading = '', ...lines] = text.split('\n');
  return [
    `.SH ${escaped(heading.replace(/:$/, '').toUpperCase())}`,
    '.nf',
    ...lines.map((line) => escaped(line)),
    '.fi',
  ];
}

const sentence = (text: string): string => {
  const whole = `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
};

/** A line that begins with a point or a quote would be taken for a request. */
const escaped = (text: string): string =>
  text
    .replaceAll('\\', String.raw`\e`)
    .replaceAll('-', String.raw`\-`)
    .replace(/^(?=[.'])/, String.raw`\&`);
