import { openRoot } from '../io/files.ts';

const MOST = 32 * 1024;

/** The AGENTS.md files from the root to each folder, nearest last. What does not fit is said, never cut in silence. */
export async function readRules(root: string, folders: readonly string[]): Promise<string> {
  const files = await openRoot(root);
  const paths = [...new Set(folders.flatMap(upTo))].map((folder) =>
    folder ? `${folder}/AGENTS.md` : 'AGENTS.md',
  );
  let text = '';
  for (const path of paths) {
    const found = await files.read(path).catch(() => undefined);
    const next = found ? `# ${path}\n${found.bytes.toString('utf8').trim()}\n` : '';
    text += text.length + next.length > MOST ? `# ${path}: left out, it is too long. Read it.\n` : next;
  }
  return text;
}

const upTo = (folder: string): string[] => {
  const parts = folder.split('/').filter(Boolean);
  return ['', ...parts.map((_, i) => parts.slice(0, i + 1).join('/'))];
};
