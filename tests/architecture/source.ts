import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

/** What the rules need to know of one source file. `path` is relative to `src`, with forward slashes. */
export type Source = {
  readonly path: string;
  readonly lines: number;
  /** Specifiers as written: static, dynamic, of types, and re-exported. */
  readonly imports: readonly string[];
  /** Members of `process` that it reads, such as `env`. */
  readonly process: readonly string[];
  /** Programs that it starts, by the name that it writes; `(computed)` where that is not written there. */
  readonly starts: readonly string[];
  /** It does nothing but hand on what other files export. */
  readonly isBarrel: boolean;
};

export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) {
    throw new Error(`${path}: ${errors.map((e) => e.message).join('; ')}`);
  }
  const imports: string[] = [];
  const process: string[] = [];
  const starts: string[] = [];
  const from = (node: { source: { value?: unknown } | null }): void => {
    if (typeof node.source?.value === 'string') {
      imports.push(node.source.value);
    }
  };
  new Visitor({
    ImportDeclaration: from,
    ExportAllDeclaration: from,
    ExportNamedDeclaration: from,
    ImportExpression: ({ source }) => {
      imports.push(source.type === 'Literal' ? String(source.value) : '(computed)');
    },
    TSImportType: from,
    CallExpression: ({ callee, arguments: [first] }) => {
      if (STARTERS.has(calledName(callee))) {
        starts.push(written(first));
      }
    },
    ObjectExpression: ({ properties }) => {
      const values = new Map(
        properties.flatMap((p) =>
          p.type === 'Property' && p.key.type === 'Identifier' ? [[p.key.name, p.value] as const] : [],
        ),
      );
      if (values.has('args') && values.get('file')?.type === 'Literal') {
        starts.push(written(values.get('file')));
      }
    },
    MemberExpression: ({ object, property }) => {
      if (object.type === 'Identifier' && object.name === 'process') {
        process.push(property.type === 'Identifier' ? property.name : '(computed)');
      }
    },
    VariableDeclarator: ({ init }) => {
      if (init?.type === 'Identifier' && init.name === 'process') {
        process.push('(all of it)');
      }
    },
  }).visit(program);
  const { body } = program;
  const isBarrel =
    body.some((s) => s.type === 'ExportAllDeclaration') ||
    (body.length > 0 && body.every((s) => s.type === 'ExportNamedDeclaration' && s.source !== null));
  return {
    path,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports,
    process,
    starts,
    isBarrel,
  };
}

const STARTERS = new Set([
  'exec',
  'execFile',
  'execFileSync',
  'execSync',
  'spawn',
  'spawnSync',
  'fork',
  'execa',
  'execaSync',
]);

/** Also of `promisify(execFile)(…)`. */
function calledName(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === 'CallExpression') {
    const [first] = callee.arguments;
    return first?.type === 'Identifier' ? first.name : '';
  }
  return callee.type === 'Identifier' ? callee.name : '';
}

const written = (node: { readonly type: string; readonly value?: unknown } | undefined): string =>
  node?.type === 'Literal' ? String(node.value) : '(computed)';
