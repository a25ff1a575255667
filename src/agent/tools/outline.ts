import { extname } from 'node:path';
import type { Node } from '@vscode/tree-sitter-wasm';
import { z } from 'zod';
import { clip } from '../../io/text-lines.ts';
import { decode } from '../../io/text.ts';
import { tool, type Tool } from '../tool.ts';
import { grammarFor, outlinedExtensions, parserFor, type Grammar } from './outline-grammars.ts';
import type { Workbench } from './session.ts';
import { orSuggest } from './suggest.ts';

const MOST_BYTES = 2_000_000;
const MOST_SYMBOLS = 500;
const MOST_CHARACTERS = 160;
const MOST_DEPTH = 60;

const Input = z.strictObject({ path: z.string() });

export const outlineTool = (bench: Workbench): Tool =>
  tool({
    name: 'outline',
    description: 'The classes, functions and types of a source file with their line numbers.',
    input: Input,
    reads: true,
    run: async ({ path }) => orSuggest(bench, path, async () => outline(bench, path)),
  });

async function outline(bench: Workbench, path: string): Promise<string> {
  const { bytes } = await bench.files.read(path);
  const grammar = grammarFor(extname(path));
  if (!grammar) {
    throw new Error(
      `There is no grammar for ${extname(path) || 'files without an extension'}; use grep or read. There are: ${outlinedExtensions()}.`,
    );
  }
  const text = bytes.length > MOST_BYTES ? undefined : decode(bytes)?.text;
  if (text === undefined) {
    throw new Error(`${path} is no text, or longer than ${MOST_BYTES} bytes; use grep or read.`);
  }
  const rows = await symbolRows(text, grammar);
  const shown = rows.slice(0, MOST_SYMBOLS);
  const more = `${MOST_SYMBOLS} of ${rows.length} symbols shown; use grep for the others.`;
  return rows.length === 0
    ? `No symbols in ${path}.`
    : [...(rows.length > MOST_SYMBOLS ? [more] : []), ...shown].join('\n');
}

async function symbolRows(text: string, grammar: Grammar): Promise<string[]> {
  const parser = await parserFor(grammar);
  const tree = parser.parse(text);
  try {
    const walk: Walk = { grammar, lines: text.split('\n'), rows: [] };
    if (tree) {
      visit(walk, tree.rootNode, { symbols: 0, nodes: 0, line: -1 });
    }
    return walk.rows;
  } finally {
    tree?.delete();
    parser.delete();
  }
}

type Walk = { readonly grammar: Grammar; readonly lines: readonly string[]; readonly rows: string[] };
/** `line` is that of the symbol around it. */
type Depth = { readonly symbols: number; readonly nodes: number; readonly line: number };

function visit(walk: Walk, node: Node, depth: Depth): void {
  if (depth.nodes > MOST_DEPTH) {
    return;
  }
  for (const child of node.namedChildren) {
    if (child === null) {
      continue;
    }
    const isSymbol = walk.grammar.symbols.has(child.type) && isDeclaration(child, depth);
    const line = isSymbol ? nameLine(child) : depth.line;
    const isShown = isSymbol && line !== depth.line;
    if (isShown) {
      walk.rows.push(row(walk, child, depth.symbols));
    }
    if (!isSymbol || walk.grammar.within.has(child.type)) {
      visit(walk, child, { symbols: depth.symbols + (isShown ? 1 : 0), nodes: depth.nodes + 1, line });
    }
  }
}

/** Variables count at the top of a file only, types of C where they are defined, fields where they declare a function. */
function isDeclaration(node: Node, depth: Depth): boolean {
  switch (node.type) {
    case 'lexical_declaration':
      return depth.nodes <= 1;
    case 'class_specifier':
    case 'struct_specifier':
    case 'enum_specifier':
      return node.childForFieldName('body') !== null;
    case 'field_declaration':
      return node.descendantsOfType('function_declarator').length > 0;
    default:
      return true;
  }
}

/** The line that holds the name: what is before it are decorators and comments. */
const nameLine = (node: Node): number =>
  (node.childForFieldName('name') ?? node.childForFieldName('declarator') ?? node).startPosition.row;

function row({ lines }: Walk, node: Node, depth: number): string {
  const first = nameLine(node);
  const last = node.endPosition.row;
  const line = clip((lines[first] ?? '').trim().replace(/\s*\{$/, ''), 0, MOST_CHARACTERS);
  const range = first === last ? `${first + 1}` : `${first + 1}-${last + 1}`;
  return `${range.padStart(9)}\t${'  '.repeat(depth)}${line}`;
}
