import { createHash } from 'node:crypto';
import path from 'node:path';
import { makeFolder } from '../io/small-file.ts';

/** Ports of one working copy. */
const PORTS = 10;
/** Working copies of one repository that get ports of their own; later ones begin again with the first. */
const COPIES = 32;
const FIRST_PORT = 10_000;
/** Blocks of all copies of a repository, below the range that systems give to outgoing connections. */
const BLOCKS = 70;

/**
 * What programs in a working copy are given that no other copy has, so that they may run side by side: folders for
 * temporary files and caches, a name for docker compose, ports. `number` counts the copies of a repository from 0.
 */
export async function surroundings(
  slots: string,
  { name, number }: { readonly name: string; readonly number: number },
): Promise<Record<string, string> & { readonly TMPDIR: string }> {
  const [temporary, cache] = [path.join(slots, `${name}.tmp`), path.join(slots, `${name}.cache`)];
  await makeFolder(temporary);
  await makeFolder(cache);
  const first = firstPort(slots, number);
  return {
    TMPDIR: temporary,
    XDG_CACHE_HOME: cache,
    COMPOSE_PROJECT_NAME: `orchestrate-${path.basename(path.dirname(slots))}-${name}`.toLowerCase(),
    PORT: String(first),
    ORCHESTRATE_PORTS: `${String(first)}-${String(first + PORTS - 1)}`,
  };
}

/** Repositories are spread over the blocks by where they are: two at the same time seldom share one. */
function firstPort(slots: string, number: number): number {
  const block = createHash('sha256').update(slots).digest().readUInt32BE() % BLOCKS;
  return FIRST_PORT + (block * COPIES + (number % COPIES)) * PORTS;
}
