import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readSettingsFile } from '../../src/config/source.ts';

const file = path.resolve(
  process.env['ORCHESTRATE_CASES'] ?? '../shared/cases',
  'attack',
  'config-trust.json',
);

const TrustCases = z.array(
  z.object({
    id: z.string(),
    setup: z.object({ repo_files: z.record(z.string(), z.string()) }),
    args: z.object({ path: z.string() }),
    check: z.array(z.object({ t: z.string(), key: z.string().optional() })),
  }),
);
const cases = existsSync(file) ? TrustCases.parse(JSON.parse(readFileSync(file, 'utf8'))) : [];

describe('settings that come with a hostile repository', () => {
  it.skipIf(cases.length === 0)(`has outside cases at ${file} (or where ORCHESTRATE_CASES says)`, () => {
    expect(cases.length).toBeGreaterThan(2);
  });

  it.each(cases)('$id', ({ setup, args, check }) => {
    const { given, ignored } = readSettingsFile(setup.repo_files[args.path] ?? '', args.path, 'repository');
    const expected = check.filter((c) => c.t === 'config-ignored').map((c) => c.key);
    expect(ignored.map((i) => i.key)).toEqual(expect.arrayContaining(expected));
    expect(given).toEqual({});
  });
});
