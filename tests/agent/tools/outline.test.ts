import { expect, test } from 'vitest';
import { toolsIn } from './workbench.ts';

const rowsOf = (text: string): string[] => text.split('\n').map((line) => line.trim());

test.each([
  {
    path: 'a.ts',
    source: `import x from 'y';
export const LIMIT = 3;
@Injectable()
export class Store<T> extends Base {
  private items = new Map();
  constructor(readonly size: number) {
    const inner = () => 1;
  }
  async get(key: string): Promise<T> {
    function nested() {}
  }
}
export interface Shape { area(): number }
type Id = string;
enum Color { Red }
namespace N { export function f() {} }
export default function main() {}
`,
    rows: [
      '2\texport const LIMIT = 3;',
      '4-12\texport class Store<T> extends Base',
      '5\t  private items = new Map();',
      '6-8\t  constructor(readonly size: number)',
      '9-11\t  async get(key: string): Promise<T>',
      '13\texport interface Shape { area(): number }',
      '14\ttype Id = string;',
      '15\tenum Color { Red }',
      '16\tnamespace N { export function f() {} }',
      '17\texport default function main() {}',
    ],
  },
  {
    path: 'b.py',
    source: `import os

class A(Base):
    @property
    def x(self):
        def inner(): pass
        return 1

async def run(a, b):
    pass
`,
    rows: ['3-7\tclass A(Base):', '5-7\t  def x(self):', '9-10\tasync def run(a, b):'],
  },
  {
    path: 'c.go',
    source:
      'package p\n\ntype S struct {\n\ta int\n}\n\nfunc (s *S) Get(k string) (int, error) {\n\treturn 0, nil\n}\n\nfunc main() {}\n',
    rows: ['3-5\ttype S struct', '7-9\tfunc (s *S) Get(k string) (int, error)', '11\tfunc main() {}'],
  },
  {
    path: 'd.rs',
    source:
      'pub struct P { x: i32 }\n\nimpl P {\n    pub fn new() -> Self { P { x: 1 } }\n}\n\nfn main() {}\n',
    rows: [
      '1\tpub struct P { x: i32 }',
      '3-5\timpl P',
      '4\t  pub fn new() -> Self { P { x: 1 } }',
      '7\tfn main() {}',
    ],
  },
  {
    path: 'E.java',
    source:
      'package e;\n\npublic class E {\n  int f;\n  E() {}\n  @Override\n  public String toString() {\n    return "";\n  }\n}\n',
    rows: ['3-10\tpublic class E', '5\t  E() {}', '7-9\t  public String toString()'],
  },
  {
    path: 'f.cpp',
    source:
      'namespace n {\nstruct fwd;\nclass C {\n public:\n  int get() const;\n  int x;\n};\nint add(int a, int b) {\n  return a + b;\n}\n}\n',
    rows: ['1-11\tnamespace n', '3-7\t  class C', '5\t    int get() const;', '8-10\t  int add(int a, int b)'],
  },
  {
    path: 'g.rb',
    source: 'module M\n  class A < B\n    def go(x)\n    end\n    def self.make\n    end\n  end\nend\n',
    rows: ['1-8\tmodule M', '2-7\t  class A < B', '3-4\t    def go(x)', '5-6\t    def self.make'],
  },
  {
    path: 'h.php',
    source: '<?php\nclass A {\n  public function go(int $x): int {\n    return 1;\n  }\n}\nfunction f() {}\n',
    rows: ['2-6\tclass A', '3-5\t  public function go(int $x): int', '7\tfunction f() {}'],
  },
  {
    path: 'i.cs',
    source: 'namespace N {\n  class C {\n    public int P { get; set; }\n    void M() {\n    }\n  }\n}\n',
    rows: ['1-7\tnamespace N', '2-6\t  class C', '3\t    public int P { get; set; }', '4-5\t    void M()'],
  },
  { path: 'j.sh', source: 'set -e\ngo() {\n  echo\n}\n', rows: ['2-4\tgo()'] },
])('names what $path declares, with its lines', async ({ path, source, rows }) => {
  const bench = await toolsIn({ [path]: source });
  const { ok, text } = await bench.call('outline', { path });
  expect({ ok, rows: rowsOf(text) }).toEqual({ ok: true, rows });
});

test('says which languages there are where a file has none', async () => {
  const bench = await toolsIn({ 'notes.xyz': 'text' });
  const { ok, text } = await bench.call('outline', { path: 'notes.xyz' });
  expect(ok).toBe(false);
  expect(text).toMatch(/no grammar for \.xyz; use grep or read.*\.ts .*\.py/);
});

test('a broken file still gives what can be made out', async () => {
  const bench = await toolsIn({ 'a.ts': 'function ok() {}\nclass {{{ nope\nfunction later() {}\n' });
  expect((await bench.call('outline', { path: 'a.ts' })).text).toContain('function ok()');
});

test('very deep nesting ends', async () => {
  const bench = await toolsIn({
    'a.js': `const x = ${'('.repeat(20_000)}1${')'.repeat(20_000)};\nfunction f() {}\n`,
  });
  expect((await bench.call('outline', { path: 'a.js' })).ok).toBe(true);
});
