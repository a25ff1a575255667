/* oxlint-disable typescript/no-unsafe-argument, typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-type-assertion, typescript/require-array-sort-compare, typescript/restrict-template-expressions -- plain JavaScript */
// The sources as a module, without a build of the whole program.
import { mkdirSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The exports of `src/<path>`, compiled beside the installed packages so that they are found. */
export async function load(path) {
  const folder = `${root}node_modules/.cache/bench`;
  mkdirSync(folder, { recursive: true });
  const bundle = await rolldown({
    input: `${root}src/${path}`,
    platform: 'node',
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
    logLevel: 'silent',
  });
  const file = `${folder}/${path.replaceAll(/\W+/g, '-')}.mjs`;
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  return import(pathToFileURL(file).href);
}
