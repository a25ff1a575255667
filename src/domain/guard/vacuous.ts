import type { FilePatch, PatchLine } from '../patch/patch.ts';
import { sides } from './lines.ts';
import { SHOWN, type Rule } from './rule.ts';
import { isProse } from './test-files.ts';

export const nothingChanged: Rule = {
  name: 'nothing-changed',
  levels: SHOWN,
  find: ({ patch }) =>
    patch.length === 0 ? [{ file: '', detail: 'Nothing is changed against the base.' }] : [],
};

export const noEffect: Rule = {
  name: 'no-effect',
  levels: SHOWN,
  find({ patch }) {
    const [first] = patch;
    return first && patch.every(isWithoutEffect)
      ? [{ file: first.path, detail: 'The whole change consists of comments, white space or file modes.' }]
      : [];
  },
};

function isWithoutEffect(file: FilePatch): boolean {
  if (file.binary || isProse(file.path) || (file.status !== 'modified' && file.hunks.length === 0)) {
    return false;
  }
  const indented = /\.(?:py|ya?ml|mk)$|akefile$/.test(file.path);
  const code = (lines: readonly PatchLine[]): string =>
    lines
      .map(({ text }) => (indented ? text.trimEnd() : text.trim()))
      .filter((text) => text !== '')
      .join('\n');
  return file.hunks.map(sides).every(({ before, after }) => code(before) === code(after));
}
