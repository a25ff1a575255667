import { call, says } from '../../src/model/scripted.ts';
import { accepts, done, plans, type Session } from './session.ts';

const checkpoint = {
  id: 'c1',
  title: 'Report all TODO and FIXME comments',
  goal: 'Write TODO-REPORT.md in the root of the repository: every TODO and FIXME that stands in a comment (// and /* */ in src/*.js, # in scripts/*.sh), grouped by file in alphabetical order, entries by line as `- line 12: TODO: the words of the comment`. The first line below the title says how many there are, in how many files. Words in strings (src/labels.js, scripts/backup.sh) and in README.md are not meant. Change no other file.',
  acceptance: [
    'Every TODO and FIXME in a comment of the repository is listed with its line and its words, and nothing else is.',
    'Entries are grouped by file, files in alphabetical order, entries by line.',
    'The first line below the title gives the right number of comments and files.',
    'No other file is changed.',
  ],
  after: [],
  files: ['TODO-REPORT.md'],
  covers: ['R1', 'R2', 'R3'],
  difficulty: 'easy' as const,
};

const report = `# Open work in comments

5 comments in 4 files.

## scripts/backup.sh

- line 2: TODO: encrypt the archive

## src/labels.js

- line 5: TODO: translate

## src/queue.js

- line 1: TODO: keep waiting messages over a restart
- line 9: FIXME: O(n) for long queues

## src/send.js

- line 6: TODO: try again when the transport fails
`;

const search = { pattern: 'TODO|FIXME' };

/** No check command: the report is judged by looking. */
export const survey: Session = {
  planner: [
    says('', call('list', {}), call('grep', search)),
    plans(
      [
        'TODO-REPORT.md lists every TODO and FIXME in a comment',
        'Entries are grouped by file and ordered',
        'The first line counts comments and files',
      ],
      checkpoint,
    ),
  ],

  'c1.a1.coder': [
    says('', call('grep', search)),
    says(
      'Three hits may be no comments; I look at them.',
      call('read', { path: 'src/labels.js' }, 'read-1'),
      call('read', { path: 'scripts/backup.sh' }, 'read-2'),
    ),
    says(
      'src/labels.js:2 and scripts/backup.sh:5 are strings, README.md:3 is prose.',
      call('write', { path: 'TODO-REPORT.md', content: report }),
    ),
    done(
      'TODO-REPORT.md lists five comments in four files. Left out: two strings and a sentence of the README that only use the word.',
    ),
  ],
  'c1.a1.reviewer': [
    says('', call('grep', { ...search, glob: '!TODO-REPORT.md' })),
    says(
      '',
      call('read', { path: 'src/labels.js' }, 'read-1'),
      call('read', { path: 'scripts/backup.sh' }, 'read-2'),
    ),
    accepts(checkpoint, {
      reason: 'The report agrees with a search over the whole repository.',
      evidence: [
        'grep finds eight lines; five are comments and listed with their lines and words, and src/labels.js:2 and scripts/backup.sh:5 are strings, README.md:3 is prose.',
        'scripts/backup.sh, src/labels.js, src/queue.js, src/send.js, with lines 1 and 9 of src/queue.js in order.',
        '"5 comments in 4 files." are the five entries below four headings.',
        'The diff has TODO-REPORT.md alone.',
      ],
    }),
  ],
};
