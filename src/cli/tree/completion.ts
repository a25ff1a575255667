import type { ShellName } from './shells.ts';
import { DEFAULT, everyNode, type Flag, type Node } from './tree.ts';

/** A script for a shell that completes commands, flags and their values, and files. */
export const completionFor = (shell: ShellName, program: Node): string => SCRIPTS[shell](program);

const SCRIPTS: Readonly<Record<ShellName, (program: Node) => string>> = { bash, zsh, fish };

/** Below a command its flags are offered; where none is named yet, those of the command that is meant then, too. */
function flagsAt(node: Node, program: Node): Flag[] {
  const meant = node === program ? program.commands.find(({ name }) => name === DEFAULT) : undefined;
  const own = new Map([...node.flags, ...(meant?.flags ?? [])].map((flag) => [flag.names.join(), flag]));
  return [...own.values()];
}

/** Commands and fixed words that may come next. */
const wordsAt = (node: Node): { readonly word: string; readonly says: string }[] => [
  ...node.commands.map(({ name, says }) => ({ word: name, says })),
  ...node.operands.flatMap(({ choices, says }) => choices.map((word) => ({ word, says }))),
];

const subcommands = (node: Node): string => node.path.slice(1).join(' ');

/** Whether a value is the name of a file. */
const isFile = ({ takes = '' }: Flag): boolean => takes === 'file' || takes === 'folder';

function bash(program: Node): string {
  const nodes = everyNode(program);
  const cases = nodes.map((node) => {
    const flags = flagsAt(node, program).flatMap(({ names }) => names);
    const words = wordsAt(node).map(({ word }) => word);
    return `    '${subcommands(node)}') flags='${flags.join(' ')}'; words='${words.join(' ')}' ;;`;
  });
  return `# bash completion of orchestrate
_orchestrate() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' flags='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${at:+$at }$word" in
      ${nodes.slice(1).map(subcommands).map(quoted).join('|')}) at="\${at:+$at }$word" ;;
    esac
  done
  case $prev in
${valueCases(program)}
  esac
  case $at in
${cases.join('\n')}
  esac
  case $cur in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$cur")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$cur") $(compgen -f -- "$cur")) ;;
  esac
}
complete -o filenames -F _orchestrate orchestrate
`;
}

/** What comes after a flag that takes a value. */
function valueCases(program: Node): string {
  const all = everyNode(program).flatMap(({ flags }) => flags);
  const taking = new Map(
    all.filter(({ takes }) => takes !== undefined).map((flag) => [flag.names.join('|'), flag]),
  );
  return [...taking]
    .map(([names, flag]) => {
      const reply =
        flag.choices.length > 0
          ? `COMPREPLY=($(compgen -W '${flag.choices.join(' ')}' -- "$cur"))`
          : isFile(flag)
            ? 'COMPREPLY=($(compgen -f -- "$cur"))'
            : 'COMPREPLY=()';
      return `    ${names}) ${reply}; return ;;`;
    })
    .join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function zsh(program: Node): string {
  const functions = everyNode(program).map((node) => {
    const flags = flagsAt(node, program).flatMap((flag) => zshFlag(flag));
    const words = wordsAt(node).map(({ word, says }) => quoted(`${word}:${says.replaceAll(':', '\\:')}`));
    const below = node.commands.map(
      (c) => `      ${c.name}) shift words; (( CURRENT-- )); ${zshName(c)}; return ;;`,
    );
    return `${zshName(node)}() {
  local -a flags=(${flags.join(' ')}) next=(${words.join(' ')})
${
  below.length === 0
    ? ''
    : `  if (( CURRENT > 2 )); then
    case $words[2] in
${below.join('\n')}
    esac
  fi
`
}  (( $#next )) && _describe -t commands command next
  _arguments -S $flags '*:file:_files'
}`;
  });
  return `#compdef orchestrate
${functions.join('\n')}
if [[ $funcstack[1] == _orchestrate ]]; then _orchestrate "$@"; else compdef _orchestrate orchestrate; fi
`;
}

const zshName = (node: Node): string => `_${node.path.join('_')}`;

function zshFlag({ names, takes, says, choices, ...flag }: Flag): string[] {
  const text = says.replaceAll(/[[\]:]/g, String.raw`\$&`);
  const action =
    choices.length > 0
      ? `(${choices.join(' ')})`
      : isFile({ names, says, choices, ...flag })
        ? '_files'
        : ' ';
  return names.map((name) => quoted(`${name}[${text}]${takes === undefined ? '' : `:${takes}:${action}`}`));
}

function fish(program: Node): string {
  const lines = everyNode(program).flatMap((node) => {
    const when = fishCondition(node, program);
    const start = `complete -c orchestrate -n ${quoted(when)}`;
    const words = wordsAt(node).map(({ word, says }) => `${start} -a ${quoted(word)} -d ${quoted(says)}`);
    const flags = flagsAt(node, program).map((flag) => `${start} ${fishFlag(flag)}`);
    return words.concat(flags);
  });
  return `# fish completion of orchestrate\n${lines.join('\n')}\n`;
}

function fishCondition(node: Node, program: Node): string {
  const [, ...called] = node.path;
  const below = node.commands.map(({ name }) => name).join(' ');
  const seen = called.map((name) => `__fish_seen_subcommand_from ${name}`);
  const none =
    node === program
      ? '__fish_use_subcommand'
      : below === ''
        ? undefined
        : `not __fish_seen_subcommand_from ${below}`;
  return [...seen, ...(none === undefined ? [] : [none])].join('; and ');
}

function fishFlag({ names, takes, says, choices }: Flag): string {
  const forms = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  const value = takes === undefined ? '' : choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
  return `${forms.join(' ')}${value} -d ${quoted(says)}`;
}
