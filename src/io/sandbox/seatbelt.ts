import type { Wrap } from '../shell-begin.ts';
import { inside } from './inside.ts';
import type { Place } from './profile.ts';

/**
 * The same port on macOS, by its own sandbox. Nobody has tried this yet. It has no limits and no network at all, its own
 * ports included.
 */
export function seatbelt(home: string): { enter(place: Place): Wrap } {
  return {
    enter: (place) => (command) => ({
      file: 'sandbox-exec',
      args: ['-p', seatbeltProfile(place, home), 'bash', '-c', '--', command],
      told: () => ({ sandbox: 'sandbox-exec', network: [], held: [] }),
      env: (given) => ({
        ...inside(given, { variables: {}, way: 'none' }),
        HOME: place.home,
        TMPDIR: place.temporary,
      }),
    }),
  };
}

/** Everything of the system may be read, nothing of the user's; written is only what belongs to the working copy. */
export function seatbeltProfile({ root, temporary, home: own, readOnly }: Place, home: string): string {
  const written = [root, temporary, own].map((folder) => `(subpath ${quoted(folder)})`).join(' ');
  const kept = readOnly.map((path) => `(subpath ${quoted(path)})`).join(' ');
  return [
    '(version 1)',
    '(allow default)',
    '(deny network*)',
    '(deny file-write*)',
    `(allow file-write* ${written} (subpath "/dev"))`,
    `(deny file-read* (subpath ${quoted(home)}))`,
    `(allow file-read* ${written} ${kept})`,
    ...(kept === '' ? [] : [`(deny file-write* ${kept})`]),
    '(deny process-info* (target others))',
    '(allow process-info* (target same-sandbox))',
    '(deny signal (target others))',
  ].join('\n');
}

const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
