import type { Path } from './located.ts';
import type { Problem } from './problem.ts';
import { Flags, LIMITS } from './schema.ts';
import { checkShape } from './shape.ts';
import type { Source } from './source.ts';
import { nearest } from './suggest-key.ts';

const KEYS = Object.keys(Flags.shape);
const LISTS = new Set(['check', 'files', 'protect', 'open', 'keep', 'copy']);

/** Settings among the flags of a command line, under their camel-case names; others are left to the command line. */
export function readFlags(flags: Readonly<Record<string, unknown>>): Source {
  const value = Object.fromEntries(
    Object.entries(flags)
      .filter(([key, given]) => KEYS.includes(key) && given !== undefined && !isUntouchedSwitch(key, given))
      .map(([key, given]) => [key, typeof given === 'string' ? fromText(key, given) : given]),
  );
  const given = checkShape(Flags, { value, place: flagPlace, placeNamesKey: true });
  return { kind: 'flag', given, place: flagPlace, ignored: [] };
}

/** There is no `--plan`: a parser fills the value in where `--no-plan` was not given. */
const isUntouchedSwitch = (key: string, given: unknown): boolean => key === 'plan' && given === true;

/** `ORCHESTRATE_PARALLEL` and its like: one for every flag, lists with one entry a line. Empty means unset. */
export function readVariables(env: Readonly<Record<string, string | undefined>>): Source {
  const value = Object.fromEntries(
    KEYS.flatMap((key) => {
      const given = env[variableName(key)]?.trim();
      return given ? [[key, fromText(key, given)]] : [];
    }),
  );
  const ignored = Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !VARIABLES.includes(name))
    .flatMap(slipOfTheFingers);
  return {
    kind: 'environment',
    given: checkShape(Flags, { value, place: variablePlace, placeNamesKey: true }),
    place: variablePlace,
    ignored,
  };
}

function slipOfTheFingers(name: string): Problem[] {
  const bare = VARIABLES.map((variable) => variable.slice(PREFIX.length));
  const near = nearest(name.slice(PREFIX.length), bare);
  return near === undefined
    ? []
    : [{ key: name, place: name, message: `no such setting; did you mean ${PREFIX}${near}?` }];
}

function fromText(key: string, text: string): unknown {
  if (LISTS.has(key)) {
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  }
  if (LIMITS.includes(key) && text.trim() !== '' && Number.isFinite(Number(text))) {
    return Number(text);
  }
  return key === 'plan' ? (SWITCH.get(text.toLowerCase()) ?? text) : text;
}

const SWITCH: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

const PREFIX = 'ORCHESTRATE_';
const kebab = (key: string): string => key.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
const flagPlace = ([key]: Path): string => (key === 'plan' ? '--no-plan' : `--${kebab(String(key))}`);
const variableName = (key: string): string => PREFIX + key.replaceAll(/[A-Z]/g, (c) => `_${c}`).toUpperCase();
const variablePlace = ([key]: Path): string => variableName(String(key));
const VARIABLES = KEYS.map(variableName);
