import { closest, distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { dotted, isRecord, type Path } from './located.ts';

/** Keys are put into the wrong section at the top or one below; deeper down a name means something of its own. */
const DEEPEST_MIXUP = 2;

/** What the writer of an unknown key may have meant, as the end of a sentence. */
export function suggestKey(path: Path, schema: z.ZodType): string {
  const tree: unknown = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const name = String(path.at(-1));
  const siblings = keysOf(nodesAt(tree, path.slice(0, -1)));
  const elsewhere = path.length <= DEEPEST_MIXUP ? nearestTop(placesOf(tree, name)) : [];
  if (elsewhere.length > 0) {
    return `it belongs at ${elsewhere.join(' or ')}`;
  }
  const near = nearest(name, siblings);
  return near === undefined
    ? `known here: ${siblings.join(', ')}`
    : `did you mean ${dotted([...path.slice(0, -1), near])}?`;
}

const depth = (place: string): number => place.split('.').length;

/** Those that lie least deep: where a name stands further down, it means a part of something. */
function nearestTop(places: readonly string[]): string[] {
  const least = Math.min(...places.map(depth));
  return places.filter((place) => depth(place) === least).slice(0, 2);
}

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The name that differs by a slip of the fingers, if any. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const wanted = plain(name);
  const best = known.length === 0 ? '' : closest(wanted, known.map(plain));
  const slips = distance(wanted, best);
  const near = slips <= wanted.length / 2 && slips <= Math.max(2, best.length / 3);
  return near ? known.find((key) => plain(key) === best) : undefined;
}

/** Every schema that may describe the value at a path; several where there are alternatives. */
function nodesAt(node: unknown, path: Path): Record<string, unknown>[] {
  const here = alternatives(node);
  const [part, ...rest] = path;
  if (part === undefined) {
    return here;
  }
  return here.flatMap((schema) => nodesAt(childOf(schema, part), rest));
}

function childOf(schema: Record<string, unknown>, part: string | number): unknown {
  if (typeof part === 'number') {
    return schema['items'];
  }
  const properties = schema['properties'];
  return isRecord(properties) && part in properties ? properties[part] : schema['additionalProperties'];
}

function alternatives(node: unknown): Record<string, unknown>[] {
  if (!isRecord(node)) {
    return [];
  }
  return Array.isArray(node['anyOf']) ? node['anyOf'].flatMap(alternatives) : [node];
}

const keysOf = (nodes: readonly Record<string, unknown>[]): string[] =>
  nodes.flatMap(({ properties }) => (isRecord(properties) ? Object.keys(properties) : []));

/** Paths without names of the user's own choice at which a key of this very name is known. */
function placesOf(node: unknown, name: string, path: readonly string[] = []): string[] {
  const properties = alternatives(node).flatMap((schema) =>
    isRecord(schema['properties']) ? Object.entries(schema['properties']) : [],
  );
  const here = properties.filter(([key]) => key === name).map(([key]) => [...path, key].join('.'));
  return here.concat(properties.flatMap(([key, child]) => placesOf(child, name, [...path, key])));
}
