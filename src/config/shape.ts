import type { z } from 'zod';
import { dotted, type Located, type Path, valueAt } from './located.ts';
import { ConfigError, type Problem } from './problem.ts';
import { showValue } from './show-value.ts';
import { suggestKey } from './suggest-key.ts';

/** The value, if it has the shape; throws ConfigError with every place where it has not. */
export function checkShape<S extends z.ZodType>(schema: S, located: Located): z.output<S> {
  const result = schema.safeParse(located.value, { error: expectation });
  if (result.success) {
    return result.data;
  }
  const problems = result.error.issues.flatMap((issue) => explain(issue, schema, located));
  throw new ConfigError(problems.toSorted((a, b) => a.place.localeCompare(b.place, 'en', { numeric: true })));
}

function explain(issue: z.core.$ZodIssue, schema: z.ZodType, located: Located): Problem[] {
  const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => unknownKey([...path, key], schema, located));
  }
  const branch = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined;
  if (branch) {
    return branch.flatMap((inner) =>
      explain({ ...inner, path: [...issue.path, ...inner.path] }, schema, located),
    );
  }
  const key = dotted(path);
  const received = showValue(valueAt(located.value, path), path);
  const subject = key === '' || located.placeNamesKey ? '' : `${key}: `;
  const message = `${subject}${issue.message}, received ${received}`;
  return [{ key, place: located.place(path, 'value'), message }];
}

function unknownKey(path: Path, schema: z.ZodType, located: Located): Problem {
  const value = showValue(valueAt(located.value, path), path);
  return {
    key: dotted(path),
    place: located.place(path, 'key'),
    message: `${dotted(path)} is not a setting (its value is ${value}); ${suggestKey(path, schema)}`,
  };
}

/** Of the alternatives, the one that got further than the type of the whole: its complaints are the useful ones. */
function meantBranch(branches: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  return branches.find((issues) => issues.some((i) => i.path.length > 0 || i.code === 'unrecognized_keys'));
}

/** What a schema wanted, in words; zod's own sentences say what JavaScript calls it. */
function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${typeWords[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected ${issue.values.map(String).join(' or ')}`;
    case 'too_small':
      return issue.origin === 'number'
        ? `expected ${issue.inclusive === false ? 'more than' : 'at least'} ${String(issue.minimum)}`
        : `expected ${issue.origin === 'array' ? 'a list with something in it' : 'a text that is not empty'}`;
    case 'too_big':
      return `expected at most ${String(issue.maximum)}`;
    case undefined:
    case 'invalid_format':
    case 'invalid_key':
    case 'invalid_element':
    case 'invalid_union':
    case 'not_multiple_of':
    case 'unrecognized_keys':
    case 'custom':
      return issue.message ?? 'expected something else';
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a mapping of keys',
  record: 'a mapping of keys',
};
