import { isRecord, type Located } from './located.ts';
import { ConfigError, type Problem } from './problem.ts';
import { FrontMatterKeys, UserFile } from './schema.ts';
import { checkShape } from './shape.ts';
import { ignoredKey, isMachineKey, type Source } from './source.ts';
import { nearest } from './suggest-key.ts';
import { readYaml } from './yaml-text.ts';

const KNOWN = Object.keys(FrontMatterKeys.shape);

/**
 * Reads the head of a spec, `line` being where its text starts in the file. A spec may come from any tool, so foreign
 * keys and heads that are no settings at all are told and left alone; a setting with a wrong value throws ConfigError.
 */
export function readFrontMatter(
  head: { readonly text: string; readonly line: number },
  file: string,
): Source {
  const located = readHead(head, file);
  const entries = isRecord(located.value) ? Object.entries(located.value) : [];
  const misplaced = entries.filter(
    ([key]) => !KNOWN.includes(key) && !isMachineKey(key) && key in UserFile.shape,
  );
  if (misplaced.length > 0) {
    throw new ConfigError(misplaced.map(([key]) => misplacedKey(key, located)));
  }
  const given = checkShape(FrontMatterKeys, {
    ...located,
    value: Object.fromEntries(entries.filter(([key]) => KNOWN.includes(key))),
  });
  const ignored = entries.filter(([key]) => !KNOWN.includes(key)).map(([key]) => leftAlone(key, located));
  return { kind: 'spec', given, place: (path) => located.place(path, 'value'), ignored };
}

function readHead({ text, line }: { readonly text: string; readonly line: number }, file: string): Located {
  try {
    return readYaml(text, { file, firstLine: line });
  } catch (error) {
    const meant = text.split('\n').some((row) => KNOWN.includes(/^(\w+):/.exec(row)?.[1] ?? ''));
    if (error instanceof ConfigError && !meant) {
      return { value: {}, place: () => `${file}:${String(line)}:1` };
    }
    throw error;
  }
}

const misplacedKey = (key: string, located: Located): Problem => ({
  key,
  place: located.place([key], 'key'),
  message: `${key} has no place in a spec: here are ${KNOWN.join(', ')}, without sections`,
});

function leftAlone(key: string, located: Located): Problem {
  const place = located.place([key], 'key');
  if (isMachineKey(key)) {
    return ignoredKey([key], place);
  }
  const near = nearest(key, KNOWN);
  const hint = near === undefined ? '' : `; did you mean ${near}?`;
  return { key, place, message: `${key} is not a setting and stays a part of the text${hint}` };
}
