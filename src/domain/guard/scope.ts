import { matcher } from '../glob.ts';
import type { FilePatch } from '../patch/patch.ts';
import { FORBIDDEN, SHOWN, type Found, type Rule } from './rule.ts';

/** A move counts at both ends. */
export const placesOf = (file: FilePatch): string[] => [
  ...(file.status === 'renamed' && file.from ? [file.from] : []),
  file.path,
];

function outside(patch: readonly FilePatch[], globs: readonly string[], whose: string): Found[] {
  if (globs.length === 0) {
    return [];
  }
  const named = matcher(globs);
  const paths = [...new Set(patch.flatMap(placesOf))].filter((path) => !named(path));
  return paths.map((path) => ({
    file: path,
    detail: `${path} lies outside of the files that ${whose} may change (${globs.join(', ')}).`,
  }));
}

export const outOfScope: Rule = {
  name: 'out-of-scope',
  levels: SHOWN,
  find({ patch, settings: { files, checkpointFiles } }) {
    const inRun = files.length === 0 ? () => true : matcher(files);
    const rest = patch.filter((file) => placesOf(file).every(inRun));
    return outside(rest, checkpointFiles, 'this checkpoint');
  },
};

export const outOfRun: Rule = {
  name: 'outside-run-files',
  levels: FORBIDDEN,
  find: ({ patch, settings }) => outside(patch, settings.files, 'the whole run'),
};
