/** One way in which a type says itself how its values compare. */
export type Hook = {
  /** A definition up to its parameters, which are the first group that is there. */
  readonly definition: RegExp;
  /** The name of the other value. Absent where a value is only turned into one that is compared. */
  readonly operand?: (parameters: readonly string[]) => string | undefined;
  /** What is in a body that lets comparisons pass without a look at the other value. */
  readonly passes: RegExp;
};

/** The name in `final Object other`, `other: unknown`, `_ other: Any?`, `$other`. */
const nameIn = (parameter = ''): string | undefined =>
  /\w+(?=\W*$)/.exec(parameter.replace(/[:=].*$/s, ''))?.[0];
const first = ([parameter]: readonly string[]): string | undefined => nameIn(parameter);
const second = ([, parameter]: readonly string[]): string | undefined => nameIn(parameter);
const last = (parameters: readonly string[]): string | undefined => nameIn(parameters.at(-1));
const firstWord = ([parameter = '']: readonly string[]): string | undefined => /\w+/.exec(parameter)?.[0];

/** A member of a class or an object in a language with braces, with the keywords that may stand before its name. */
const member = (names: string): RegExp =>
  new RegExp(
    String.raw`(?<!\.|\w|String |fun )(?:${names})\s*\(([^)]*)\)(?=\s*(?::[^{;]*)?(?:throws [\w.]+\s*)?\{)` +
      String.raw`|(?:${names})['"]?\s*[:=]\s*(?:function\b\s*\w*\s*)?\(?([^)=]*)\)?(?=.*(?:=>|\{))`,
  );

const TRUE = /\b(?:[Tt]rue|1)\b|!0\b/;
const SAME = /\b(?:0|Equal|EQUAL)\b/;
/** It says something else each time it is asked: in the end what a test wants to hear. */
const CHANGING = /\+\+|--|[-+*]=|\.(?:shift|pop|next)\(|\bnext\(|\b(?:random|now)\b/i;

export const HOOKS: readonly Hook[] = [
  {
    definition: /\bdef __(?:eq|l[et]|g[et]|contains|(?:instance|subclass)check)__\(([^)]*)\)/,
    operand: second,
    passes: TRUE,
  },
  { definition: /\bdef __ne__\(([^)]*)\)/, operand: second, passes: /\bFalse\b/ },
  { definition: /\b__(?:eq|l[et]|g[et]|contains)__\s*=\s*lambda ([^:]*)/, operand: second, passes: TRUE },
  { definition: /\bdef __(?:bool|int|float|index|str|class)__\(([^)]*)\)/, passes: CHANGING },
  { definition: /\bdef (?:===?|eql\?|equal\?)\s*\(?\s*(\w+)\)?/, operand: first, passes: TRUE },
  { definition: /\bfn (?:eq|l[et]|g[et])\(([^)]*)\)/, operand: second, passes: TRUE },
  { definition: /\bfn (?:partial_)?cmp\(([^)]*)\)/, operand: second, passes: SAME },
  { definition: /^func \([^)]*\) (?:Equals?|Is)\(([^)]*)\)/, operand: firstWord, passes: TRUE },
  { definition: /\boperator\s*===?\s*\(([^)]*)\)|\bfunc ==\s*\(([^)]*)\)/, operand: last, passes: TRUE },
  {
    definition: /\b(?:boolean|bool|fun|def|func) (?:equals|Equals|isEqual)\s*\(([^)]*)\)/,
    operand: first,
    passes: TRUE,
  },
  { definition: /\b(?:int|fun|def) (?:compareTo|CompareTo)\s*\(([^)]*)\)/, operand: first, passes: SAME },
  { definition: member(String.raw`equals|isEqual|\[Symbol\.hasInstance\]`), operand: first, passes: TRUE },
  { definition: member('asymmetricMatch'), operand: first, passes: /./ },
  { definition: member(String.raw`valueOf|toString|\[Symbol\.toPrimitive\]`), passes: CHANGING },
];
