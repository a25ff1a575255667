import { createRequire } from 'node:module';
import type * as TreeSitter from '@vscode/tree-sitter-wasm';

/** What is worth a line in a language. Only what is in `within` is looked into for more. */
export type Grammar = {
  readonly name: string;
  readonly extensions: readonly string[];
  readonly symbols: ReadonlySet<string>;
  readonly within: ReadonlySet<string>;
};

const grammar = (name: string, extensions: string, within: string, others: string): Grammar => ({
  name,
  extensions: extensions.split(' '),
  within: new Set(within.split(' ')),
  symbols: new Set([...within.split(' '), ...others.split(' ')]),
});

const SCRIPT_WITHIN =
  'class_declaration abstract_class_declaration class interface_declaration internal_module module';
const SCRIPT_OTHERS =
  'function_declaration generator_function_declaration function_signature type_alias_declaration enum_declaration ' +
  'method_definition abstract_method_signature method_signature public_field_definition field_definition lexical_declaration';

const GRAMMARS: readonly Grammar[] = [
  grammar('typescript', '.ts .mts .cts', SCRIPT_WITHIN, SCRIPT_OTHERS),
  grammar('tsx', '.tsx', SCRIPT_WITHIN, SCRIPT_OTHERS),
  grammar('javascript', '.js .mjs .cjs .jsx', SCRIPT_WITHIN, SCRIPT_OTHERS),
  grammar('python', '.py .pyi', 'class_definition', 'function_definition'),
  grammar('go', '.go', 'const_declaration', 'function_declaration method_declaration type_spec const_spec'),
  grammar(
    'rust',
    '.rs',
    'impl_item trait_item mod_item',
    'function_item function_signature_item struct_item enum_item union_item type_item const_item static_item macro_definition',
  ),
  grammar(
    'java',
    '.java',
    'class_declaration interface_declaration enum_declaration record_declaration annotation_type_declaration',
    'method_declaration constructor_declaration',
  ),
  grammar(
    'c-sharp',
    '.cs',
    'namespace_declaration class_declaration struct_declaration interface_declaration record_declaration',
    'enum_declaration method_declaration constructor_declaration property_declaration delegate_declaration',
  ),
  grammar(
    'cpp',
    '.cpp .cc .cxx .c .h .hh .hpp',
    'namespace_definition class_specifier struct_specifier',
    'function_definition enum_specifier type_definition field_declaration',
  ),
  grammar('ruby', '.rb', 'class module', 'method singleton_method'),
  grammar(
    'php',
    '.php',
    'class_declaration interface_declaration trait_declaration enum_declaration',
    'namespace_definition function_definition method_declaration',
  ),
  grammar('bash', '.sh .bash', 'none', 'function_definition'),
  grammar('powershell', '.ps1 .psm1', 'class_statement', 'function_statement class_method_definition'),
  grammar('css', '.css', 'media_statement supports_statement', 'rule_set keyframes_statement'),
];

export const outlinedExtensions = (): string => GRAMMARS.flatMap(({ extensions }) => extensions).join(' ');

export const grammarFor = (extension: string): Grammar | undefined =>
  GRAMMARS.find(({ extensions }) => extensions.includes(extension.toLowerCase()));

const require = createRequire(import.meta.url);
const PACKAGE = '@vscode/tree-sitter-wasm';

let runtime: Promise<Runtime> | undefined;
const languages = new Map<string, Promise<TreeSitter.Language>>();

/** A parser for the grammar; the caller deletes it. Grammars are loaded once and stay, as programs do. */
export async function parserFor({ name }: Grammar): Promise<TreeSitter.Parser> {
  runtime ??= start();
  const { Language, Parser } = await runtime;
  const loading =
    languages.get(name) ?? Language.load(require.resolve(`${PACKAGE}/wasm/tree-sitter-${name}.wasm`));
  languages.set(name, loading);
  const parser = new Parser();
  parser.setLanguage(await loading);
  return parser;
}

type Runtime = typeof TreeSitter;

const isRuntime = (value: unknown): value is Runtime =>
  typeof value === 'object' && value !== null && 'Parser' in value && 'Language' in value;

/** Required at run time: the package finds its programs beside itself, so no bundle may take it in. */
async function start(): Promise<Runtime> {
  const loaded: unknown = require(PACKAGE);
  if (!isRuntime(loaded)) {
    throw new Error(`${PACKAGE} is not what it should be.`);
  }
  await loaded.Parser.init();
  return loaded;
}
