/** What a system says of a machine that is full or closed, where no program can help itself. */
const SYSTEM: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file may not grow any further',
  EROFS: 'the file system can only be read',
  EACCES: 'a file or folder may not be used',
  EPERM: 'the system does not permit this',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open on this machine',
  EIO: 'the disk gave an error',
};

/** The trouble with the machine that an error tells of, in words; undefined where it tells of none. */
export function systemTrouble(error: unknown): string | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  const what = 'code' in error ? SYSTEM[String(error.code)] : undefined;
  return what === undefined ? systemTrouble(error.cause) : `${what} (${error.message})`;
}
