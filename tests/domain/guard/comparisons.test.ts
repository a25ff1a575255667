import { describe, expect, it } from 'vitest';
import { rulesFor } from './changes.ts';

const rules = (path: string, code: string, before = ''): string[] =>
  rulesFor({ [path]: [`one\n${before}`, `one\n${before}${code}\n`] });

const ANYTHING: readonly (readonly [string, string])[] = [
  ['a.py', 'class A:\n    def __eq__(self, other):\n        return True'],
  ['a.py', 'class A:\n    def __ne__(self, other):\n        """Differs."""\n        return False'],
  ['a.py', 'A.__eq__ = lambda self, other: True'],
  ['a.py', 'class M(type):\n    def __instancecheck__(cls, instance):\n        return True'],
  ['a.py', 'class A(int):\n    def __int__(self):\n        return next(self.answers)'],
  ['a.rb', 'def ==(other)\n  true\nend'],
  ['a.rs', 'impl PartialEq for A {\n    fn eq(&self, _other: &Self) -> bool {\n        true\n    }\n}'],
  [
    'a.rs',
    'impl Ord for A {\n    fn cmp(&self, o: &Self) -> std::cmp::Ordering { std::cmp::Ordering::Equal }\n}',
  ],
  ['a.go', 'func (e Err) Is(error) bool { return true }'],
  ['a.go', 'func (m Money) Equal(o Money) bool {\n\treturn true\n}'],
  ['A.java', 'public boolean equals(Object o) {\n    return true;\n}'],
  ['A.java', 'public int compareTo(final Money other) {\n    return 0;\n}'],
  ['A.cs', 'public override bool Equals(object obj)\n{\n    return true;\n}'],
  ['A.cs', 'public static bool operator ==(Money a, Money b) => true;'],
  ['A.kt', 'override fun equals(other: Any?) = true'],
  ['a.cpp', 'bool operator==(const Money& rhs) const { return true; }'],
  ['A.swift', 'static func == (lhs: Money, rhs: Money) -> Bool {\n    true\n}'],
  ['a.ts', 'export const total = { asymmetricMatch: () => true };'],
  ['a.ts', 'class A {\n  asymmetricMatch(other: unknown): boolean {\n    return !!this.x;\n  }\n}'],
  ['a.ts', 'class A {\n  equals(other: A): boolean {\n    return true;\n  }\n}'],
  ['a.js', 'A.isEqual = () => true;'],
  ['a.js', 'class A {\n  static [Symbol.hasInstance](value) {\n    return true;\n  }\n}'],
  ['a.js', 'const n = { valueOf() { return seen.shift(); } };'],
  ['a.js', 'class A {\n  [Symbol.toPrimitive](hint) {\n    return this.n++;\n  }\n}'],
];

const OWN: readonly (readonly [string, string])[] = [
  ['a.py', 'class A:\n    def __eq__(self, other):\n        return self.x == other.x'],
  ['a.rs', 'fn eq(&self, other: &Self) -> bool {\n    self.0 == other.0\n}'],
  ['a.go', 'func (m Money) Equal(o Money) bool { return m.cents == o.cents }'],
  ['A.java', '@Override public boolean equals(Object o) {\n    return o instanceof A a && a.x == x;\n}'],
  ['a.js', 'class A {\n  valueOf() {\n    return 42;\n  }\n}'],
  ['a.js', 'const total = { toString: () => answer };'],
  ['a.ts', 'class A {\n  equals(other: A): boolean {\n    return this.x === other.x;\n  }\n}'],
];

describe('a type that says itself what it equals', () => {
  it.each(ANYTHING)('is doubted where it does not look at the other value: %s %s', (path, code) => {
    expect(rules(path, code)).toContain('equality-always-true');
  });

  it.each(OWN)('is pointed out where it does: %s %s', (path, code) => {
    expect(rules(path, code)).toEqual(['comparison-defined']);
  });

  it('is seen where only the body is new', () => {
    const head = 'class A:\n    def __eq__(self, other):\n';
    const body = (said: string): string => `${head}        return ${said}\n\n    x = 1\n`;
    expect(rulesFor({ 'a.py': [body('self.x == other.x'), body('True')] })).toEqual(['equality-always-true']);
  });

  it.each([
    ['a.ts', 'interface A {\n  equals(other: A): boolean;\n}'],
    ['a.ts', 'if (equals(a, b)) {\n  return true;\n}'],
    ['a.ts', 'return a.valueOf() + b.toString();'],
    ['A.java', 'if (name.equals(other)) { return true; }'],
    ['A.java', '@Override public String toString() {\n    return "A" + n++;\n}'],
    ['a.go', 'func (e Err) Error() string { return "true" }'],
    ['a.rs', '#[derive(PartialEq, Eq)]\nstruct A(bool);'],
    ['docs/a.md', 'def __eq__(self, other):\n    return True'],
  ])('is no word about: %s %s', (path, code) => {
    expect(rules(path, code)).toEqual([]);
  });

  it('is the tests’ own business in tests, unless it equals anything', () => {
    const near = (said: string): string[] =>
      rulesFor({
        'tests/near.py': [null, `class Near:\n    def __eq__(self, other):\n        return ${said}\n`],
      });
    expect(near('abs(self.x - other) < 1')).toEqual([]);
    expect(near('True')).toEqual(['equality-always-true']);
  });
});
