import type { FilePatch } from '../patch/patch.ts';
import { isComment } from './lines.ts';
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
  const code = (kind: 'added' | 'removed'): string =>
    file.hunks
      .flatMap((hunk) => hunk.lines)
      .filter((line) => line.kind === kind && !isComment(line.text))
      .map((line) => (/\.(?:py|ya?ml|mk)$|akefile$/.test(file.path) ? line.text.trimEnd() : line.text.trim()))
      .filter((text) => text !== '')
      .join('\n');
  return code('added') === code('removed');
}
