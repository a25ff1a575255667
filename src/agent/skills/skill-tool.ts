import { z } from 'zod';
import { openRoot, type Root } from '../../io/files.ts';
import { decode } from '../../io/text.ts';
import { firstOf } from '../cut.ts';
import { tool, type Tool } from '../tool.ts';
import { bodyOf, type Skill } from './find-skills.ts';

const MOST_OFFERED = 20;
const MOST_OF_DESCRIPTION = 150;
const MOST_CHARACTERS = 50_000;
const MOST_FILES = 50;
const DEEPEST = 4;

const Input = z.strictObject({
  name: z.string(),
  file: z.string().optional().describe('a file of the skill; without it: its instructions'),
});

/** Offers skills by name and description; a body or a file is read when it is asked for. None: no tool. */
export function skillTools(skills: readonly Skill[]): Tool[] {
  if (skills.length === 0) {
    return [];
  }
  const made = tool({
    name: 'skill',
    description: `Read instructions that fit the task, before you begin.\n${offer(skills)}`,
    input: Input,
    reads: true,
    run: async ({ name, file }) => {
      const skill = skills.find((s) => s.name === name);
      if (!skill) {
        throw new Error(`There is no skill ${name}. There are: ${skills.map((s) => s.name).join(', ')}.`);
      }
      const root = await openRoot(skill.folder);
      return file === undefined ? instructions(root) : textOf(root, file);
    },
  });
  return [made];
}

function offer(skills: readonly Skill[]): string {
  const lines = skills
    .slice(0, MOST_OFFERED)
    .map(({ name, description }) => `- ${name}: ${oneLine(description)}`);
  const left = skills.slice(MOST_OFFERED).map((s) => s.name);
  return [...lines, ...(left.length > 0 ? [`- and without a word here: ${left.join(', ')}`] : [])].join('\n');
}

function oneLine(description: string): string {
  const line = description.replaceAll(/\s+/g, ' ');
  return line.length > MOST_OF_DESCRIPTION ? `${firstOf(line, MOST_OF_DESCRIPTION)}…` : line;
}

async function instructions(root: Root): Promise<string> {
  const files = (await filesIn(root, '.', 0)).filter((path) => path !== 'SKILL.md');
  const more = files.length > MOST_FILES ? ` and ${String(files.length - MOST_FILES)} more` : '';
  const list = files.slice(0, MOST_FILES).join(', ');
  const body = bodyOf(await textOf(root, 'SKILL.md'));
  return list === '' ? body : `${body}\n\n[files of this skill, in ${root.path}: ${list}${more}]`;
}

async function filesIn(root: Root, folder: string, depth: number): Promise<string[]> {
  const entries = await root.list(folder);
  const found = await Promise.all(
    entries.map(async ({ name, kind }) => {
      const path = folder === '.' ? name : `${folder}/${name}`;
      if (kind === 'directory') {
        return depth < DEEPEST ? filesIn(root, path, depth + 1) : [`${path}/…`];
      }
      return kind === 'file' ? [path] : [];
    }),
  );
  return found.flat().toSorted();
}

async function textOf(root: Root, path: string): Promise<string> {
  const { bytes } = await root.read(path);
  const text = decode(bytes)?.text;
  if (text === undefined) {
    throw new Error(`${path} is no text (${bytes.length.toLocaleString('en')} bytes).`);
  }
  const left = text.length - MOST_CHARACTERS;
  return left > 0
    ? `${firstOf(text, MOST_CHARACTERS)}\n[${left.toLocaleString('en')} more characters of ${path} left out]`
    : text;
}
