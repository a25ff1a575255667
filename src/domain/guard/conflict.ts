import { added, type FilePatch } from '../patch/patch.ts';
import { FORBIDDEN, found, SHOWN, type Found, type Rule } from './rule.ts';
import { isProse, isTestFile } from './test-files.ts';

/** Prose and tests may hold such lines on purpose. */
const mayQuote = (file: FilePatch): boolean => isProse(file.path) || isTestFile(file.path);

function markers(file: FilePatch): Found[] {
  const lines = added(file);
  const opens = lines.find((line) => /^<{7}(?: |$)/.test(line.text));
  const closes = lines.find((line) => /^>{7}(?: |$)/.test(line.text));
  const first = opens ?? closes;
  return first
    ? [found(file, first.line, `${file.path} holds the marks of an unresolved merge conflict.`)]
    : [];
}

export const conflictMarkers: Rule = {
  name: 'conflict-markers',
  levels: FORBIDDEN,
  find: ({ patch }) => patch.filter((file) => !mayQuote(file)).flatMap(markers),
};

export const conflictMarkersQuoted: Rule = {
  name: 'conflict-markers-in-text',
  levels: SHOWN,
  find: ({ patch }) => patch.filter(mayQuote).flatMap(markers),
};
