import {
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  parseDocument,
  type ParsedNode,
} from 'yaml';
import { type Located, type Path } from './located.ts';
import { ConfigError } from './problem.ts';

/** Where a text comes from: its name, and the line of the file that it starts on. */
export type TextOrigin = { readonly file: string; readonly firstLine?: number };

/** Reads YAML so that every part of it can be pointed at; throws ConfigError where it is none. */
export function readYaml(text: string, { file, firstLine = 1 }: TextOrigin): Located {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true });
  const spot = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${String(Math.max(line, 1) + firstLine - 1)}:${String(Math.max(col, 1))}`;
  };
  if (document.errors.length > 0) {
    throw new ConfigError(
      document.errors.map(({ pos, code, message }) => ({
        key: '',
        place: spot(pos[0]),
        message: `this is not valid YAML: ${code === 'MULTIPLE_DOCS' ? 'a second document starts here' : message}`,
      })),
    );
  }
  const resolve = (node: Node): Node | undefined => (isAlias(node) ? node.resolve(document) : node);
  return {
    value: readValue(() => document.toJS() as unknown, spot(0)),
    place: (path, of) => spot(offsetOf(document.contents, { path, of, resolve })),
  };
}

/** Aliases are expanded here, and a text that would grow without end by them is refused. */
function readValue(read: () => unknown, place: string): unknown {
  try {
    return read();
  } catch (error) {
    if (error instanceof ReferenceError) {
      throw new ConfigError([{ key: '', place, message: `this is not usable YAML: ${error.message}` }]);
    }
    throw error;
  }
}

type Wanted = {
  readonly path: Path;
  readonly of: 'key' | 'value';
  readonly resolve: (node: Node) => Node | undefined;
};

function offsetOf(root: ParsedNode | null, { path, of, resolve }: Wanted): number {
  let node: Node | undefined = root ?? undefined;
  let offset = root?.range[0] ?? 0;
  for (const [depth, part] of path.entries()) {
    const found = step(node, part);
    if (!found) {
      return offset;
    }
    const last = depth === path.length - 1;
    offset = (last && of === 'key' ? found.key : found.value)?.range?.[0] ?? found.key?.range?.[0] ?? offset;
    node = found.value && resolve(found.value);
  }
  return offset;
}

type Step = { readonly key: Node | undefined; readonly value: Node | undefined };

function step(node: Node | undefined, part: string | number): Step | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(part));
    return pair && { key: asNode(pair.key), value: asNode(pair.value) };
  }
  const item = isCollection(node) && typeof part === 'number' ? asNode(node.items[part]) : undefined;
  return item && { key: item, value: item };
}

const asNode = (value: unknown): Node | undefined => (isNode(value) ? value : undefined);
