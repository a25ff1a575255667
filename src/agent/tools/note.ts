import { z } from 'zod';
import { tool, type Tool } from '../tool.ts';

const MOST_CHARACTERS = 2_000;

const Input = z.strictObject({ text: z.string().min(1) });

export const noteTool = (notes: string[]): Tool =>
  tool({
    name: 'note',
    description: 'Remember a fact or decision; it stays when older messages are summarised.',
    input: Input,
    run: async ({ text }) => {
      if (text.length > MOST_CHARACTERS) {
        throw new Error(
          `The note has ${text.length} characters; at most ${MOST_CHARACTERS} are kept. Nothing was noted.`,
        );
      }
      notes.push(text);
      return `Noted (${notes.length}).`;
    },
  });
