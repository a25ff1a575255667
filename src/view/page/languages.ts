/** As much of a language as colouring needs. */
export type Language = {
  /** Marks of a comment up to the end of the line. */
  readonly line: readonly string[];
  readonly blocks: readonly (readonly [string, string])[];
  /** Marks of a text, longest first; `long` are those that may go over several lines. */
  readonly quotes: readonly string[];
  readonly long: readonly string[];
  readonly words: ReadonlySet<string>;
};

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
const SLASHES = { line: ['//'], blocks: [['/*', '*/']] } as const;
const HASH = { line: ['#'], blocks: [] } as const;

const SCRIPT: Language = {
  ...SLASHES,
  quotes: ['`', '"', "'"],
  long: ['`'],
  words: set(
    'abstract any as async await boolean break case catch class const continue debugger declare default delete do else enum export extends false finally for from function get if implements import in instanceof interface is keyof let namespace never new null number of private protected public readonly return satisfies set static string super switch this throw true try type typeof undefined unknown var void while with yield',
  ),
};
const CURLY: Language = {
  ...SLASHES,
  quotes: ['"', "'", '`'],
  long: ['`'],
  words: set(
    'abstract as async auto await bool boolean break byte case catch chan char class const constexpr continue crate def default defer delete do double dyn else enum explicit export extends extern false final finally float fn for foreach fun func function go if impl implements import in int interface internal let long loop match mod mut namespace new nil null nullptr object operator override package private protected pub public range return sealed select self short signed sizeof static struct super switch template this throw throws trait true try type typedef typename union unsafe unsigned use using val var virtual void volatile when where while yield',
  ),
};
const PYTHON: Language = {
  ...HASH,
  quotes: ['"""', "'''", '"', "'"],
  long: ['"""', "'''"],
  words: set(
    'False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield',
  ),
};
const RUBY: Language = {
  ...HASH,
  quotes: ['"', "'", '`'],
  long: [],
  words: set(
    'alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo require rescue retry return self super then true undef unless until when while yield',
  ),
};
const SHELL: Language = {
  ...HASH,
  quotes: ['"', "'"],
  long: ['"', "'"],
  words: set(
    'break case continue declare do done echo elif else esac eval exec exit export fi for function if in local readonly return set shift source then trap unset until while ARG CMD COPY ENTRYPOINT ENV FROM RUN USER WORKDIR',
  ),
};
const DATA: Language = {
  line: ['#', '//'],
  blocks: [],
  quotes: ['"', "'"],
  long: [],
  words: set('true false null yes no on off'),
};
const STYLE: Language = {
  line: [],
  blocks: [['/*', '*/']],
  quotes: ['"', "'"],
  long: [],
  words: set('@media @import @supports @layer @font-face @keyframes important from to and not only'),
};
const MARKUP: Language = {
  line: [],
  blocks: [['<!--', '-->']],
  quotes: ['"', "'"],
  long: [],
  words: new Set(),
};
const SQL: Language = {
  line: ['--'],
  blocks: [['/*', '*/']],
  quotes: ["'", '"'],
  long: [],
  words: set(
    'SELECT FROM WHERE INSERT INTO VALUES UPDATE SET DELETE CREATE TABLE INDEX ALTER DROP JOIN LEFT INNER ON AS AND OR NOT NULL PRIMARY KEY FOREIGN REFERENCES ORDER BY GROUP HAVING LIMIT UNION select from where insert into values update set delete create table index alter drop join left inner on as and or not null primary key foreign references order by group having limit union',
  ),
};

const ENDINGS: readonly (readonly [Language, string])[] = [
  [SCRIPT, 'js mjs cjs jsx ts mts cts tsx vue svelte'],
  [CURLY, 'c h cc cpp cxx hpp cs java kt kts go rs swift scala dart php groovy m mm zig proto'],
  [PYTHON, 'py pyi'],
  [RUBY, 'rb rake gemspec'],
  [SHELL, 'sh bash zsh fish dockerfile makefile mk'],
  [DATA, 'json json5 jsonc yaml yml toml ini cfg conf env properties'],
  [STYLE, 'css scss less'],
  [MARKUP, 'html htm xml svg'],
  [SQL, 'sql'],
];
const BY_ENDING = new Map(ENDINGS.flatMap(([language, names]) => names.split(' ').map((n) => [n, language])));

/** The language of a file by the end of its name; null where it is none that is coloured. */
export function languageOf(path: string): Language | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return BY_ENDING.get(name.slice(name.lastIndexOf('.') + 1)) ?? null;
}
