import { added, removed, type FilePatch } from '../patch/patch.ts';
import { found, plural, quote, TEST_CHANGE, TEST_LOSS, type Rule } from './rule.ts';
import { isExistingTest, isTestFile } from './test-files.ts';
import { lostWith } from './test-names.ts';

/** Any change to a test that was there before; what is new beside it is nobody's concern here. */
export const testChanged: Rule = {
  name: 'test-changed',
  levels: TEST_CHANGE,
  find: ({ patch }) =>
    patch
      .filter(
        (file) =>
          isExistingTest(file) && isTestFile(file.path) && file.status !== 'deleted' && hasChanged(file),
      )
      .map((file) =>
        found(
          file,
          file.hunks[0]?.lines.find((line) => line.kind !== 'context')?.line,
          `The existing test file ${file.path} is changed: ${plural(added(file).length, 'line')} added, ${plural(removed(file).length, 'line')} removed.`,
        ),
      ),
};

const hasChanged = (file: FilePatch): boolean => file.binary || file.hunks.length > 0;

/** Recorded output that tests compare with: rewriting it accepts whatever the code gives now. */
export const snapshotRewritten: Rule = {
  name: 'snapshot-rewritten',
  levels: TEST_CHANGE,
  find: ({ patch }) =>
    patch
      .filter((file) => RECORDED.test(file.path) && removed(file).length > 0)
      .map((file) => {
        const lines = plural(removed(file).length, 'line');
        return found(
          file,
          removed(file)[0]?.line,
          `Recorded output in ${file.path} is rewritten or dropped (${lines}): is the new output right?`,
        );
      }),
};

const RECORDED = /\.snap$|(?:^|\/)(?:__snapshots__|snapshots|golden)\//;

const MOST_NAMES = 8;

const lost = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : `, and with it ${plural(names.length, 'test')}: ${names.slice(0, MOST_NAMES).map(quote).join(', ')}${names.length > MOST_NAMES ? ', …' : ''}`;

export const testDeleted: Rule = {
  name: 'test-deleted',
  levels: TEST_LOSS,
  find: ({ patch }) =>
    patch.flatMap((file) => {
      if (isExistingTest(file) && file.status === 'deleted') {
        return patch.some((other) => other.path === file.path && other.status === 'added')
          ? []
          : [found(file, undefined, `The test file ${file.path} is deleted${lost(lostWith(file, patch))}.`)];
      }
      return file.from !== undefined &&
        file.status === 'renamed' &&
        isTestFile(file.from) &&
        !isTestFile(file.path)
        ? [
            found(
              file,
              undefined,
              `The test file ${file.from} is moved to ${file.path}, where no runner looks for tests.`,
            ),
          ]
        : [];
    }),
};
