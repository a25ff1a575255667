import type { Assignment, ParameterExpansionPart, ParameterOperation, SyntaxNode, Word } from 'unbash';

/**
 * What makes a command line more than the programs that stand in it: names that are defined anew, and places where bash
 * evaluates the content of a variable as an expression, which may start a program.
 */
export function doubtIn(node: SyntaxNode): string | undefined {
  return STRUCTURES.get(node.type) ?? (isUnread(node) ? UNREAD : doubtInName(node)) ?? doubtInValue(node);
}

const UNREAD = 'a part of it cannot be read';
const CALCULATES = 'it calculates with variables';
const STRUCTURES: ReadonlyMap<string, string> = new Map([
  ['Function', 'it defines a function'],
  ['Coproc', 'it uses coproc'],
  ['Select', 'it uses select'],
  ['FileDescriptorVariable', 'it opens a descriptor under a computed number'],
]);

const isUnread = (node: SyntaxNode): boolean =>
  ('script' in node && node.script === undefined) ||
  ((node.type === 'ArithmeticExpansion' || node.type === 'ArithmeticCommand') &&
    node.expression === undefined);

function doubtInName(node: SyntaxNode): string | undefined {
  if (node.type === 'For' && !isOrdinary(node.name.value)) {
    return `its loop sets ${node.name.value}`;
  }
  return node.type === 'Assignment' && isArray(node) ? 'it sets an array' : undefined;
}

const isArray = ({ index, value }: Assignment): boolean => index !== undefined || value.type === 'ArrayValue';

function doubtInValue(node: SyntaxNode): string | undefined {
  if (node.type === 'ParameterExpansion') {
    return doubtInExpansion(node);
  }
  if (node.type === 'TestUnary' && (node.operator === '-v' || node.operator === '-R')) {
    return 'it evaluates a name';
  }
  const calculates =
    (node.type === 'ArithmeticWord' && !isNumber(node.value)) ||
    (node.type === 'TestBinary' &&
      ARITHMETIC.has(node.operator) &&
      !(isNumberWord(node.left) && isNumberWord(node.right)));
  return calculates ? CALCULATES : undefined;
}

const ARITHMETIC = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge']);

const isNumber = (text: string): boolean => /^-?\d+$/.test(text.trim());
const isNumberWord = (word: Word): boolean => isNumber(word.value);
/** Programs and bash itself listen to names in capitals. */
const isOrdinary = (name: string): boolean => /^[a-z_][a-z0-9_]*$/.test(name);

function doubtInExpansion({ prefix, index, operation }: ParameterExpansionPart): string | undefined {
  if (prefix === '!') {
    return 'it looks a variable up under a computed name';
  }
  if (index && !/^(?:\d+|[@*])$/.test(index.value)) {
    return CALCULATES;
  }
  return operation && doubtInOperation(operation);
}

function doubtInOperation(operation: ParameterOperation): string | undefined {
  switch (operation.type) {
    case 'Transform':
      return 'it evaluates the content of a variable';
    case 'Default':
      return operation.operator.includes('=') ? 'it sets a variable on the way' : undefined;
    case 'Slice':
      return isNumberWord(operation.offset) && (!operation.length || isNumberWord(operation.length))
        ? undefined
        : CALCULATES;
    case 'Unknown':
      return UNREAD;
    case 'Remove':
    case 'Replace':
    case 'CaseModification':
    case 'Names':
      return undefined;
  }
}
