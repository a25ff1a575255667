import type { CallRecord } from '../permit.ts';
import type { Tool } from '../tool.ts';
import { applyPatchTool } from './apply-patch.ts';
import { bashTool } from './bash.ts';
import { editTool } from './edit.ts';
import { globTool } from './glob.ts';
import { grepTool } from './grep.ts';
import { backgroundJobs } from './jobs.ts';
import { listTool } from './list.ts';
import { noteTool } from './note.ts';
import { outlineTool } from './outline.ts';
import { readTool } from './read.ts';
import { openWorkbench, type ToolSession } from './session.ts';
import { writeTool } from './write.ts';

export type { ToolSession } from './session.ts';

/** The tools of one attempt. */
export type ToolSet = {
  readonly tools: readonly Tool[];
  /** What the model asked to have remembered, in order. */
  notes(): readonly string[];
  /** Ends every command that still runs, and gives what has not been told of them. */
  close(): Promise<readonly CallRecord[]>;
};

/** Names of all tools that there are; a model gets either `edit` or `apply_patch`. */
export const TOOL_NAMES: readonly string[] = [
  'read',
  'write',
  'edit',
  'apply_patch',
  'bash',
  'grep',
  'glob',
  'list',
  'outline',
  'note',
];

export async function createTools(session: ToolSession): Promise<ToolSet> {
  const bench = await openWorkbench(session);
  const jobs = backgroundJobs(bench);
  const notes: string[] = [];
  const all = [
    readTool(bench),
    writeTool(bench),
    editTool(bench),
    applyPatchTool(bench),
    bashTool(bench, jobs),
    grepTool(bench),
    globTool(bench),
    listTool(bench),
    outlineTool(bench),
    noteTool(notes),
  ];
  return { tools: chosen(all, session), notes: () => [...notes], close: async () => jobs.close() };
}

function chosen(all: readonly Tool[], { names, readOnly }: ToolSession): Tool[] {
  const allowed = readOnly ? all.filter(({ reads }) => reads) : all;
  if (!names) {
    return allowed.filter(({ spec }) => spec.name !== 'apply_patch');
  }
  const unknown = names.filter((name) => !all.some(({ spec }) => spec.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no tool ${unknown.join(', ')}; there are ${all.map(({ spec }) => spec.name).join(', ')}.`,
    );
  }
  return names.flatMap((name) => allowed.filter(({ spec }) => spec.name === name));
}
