import { readFile } from 'node:fs/promises';
import { ConfigError } from './problem.ts';

/** A text file, or undefined where there is none; throws ConfigError where there is one that cannot be read. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return undefined;
    }
    throw new ConfigError([{ key: '', place: file, message: `this file cannot be read (${code})` }]);
  }
}
