import path from 'node:path';
import type { ToolResult } from '../../src/agent/tool.ts';
import { createTools, TOOL_NAMES, type ToolSession } from '../../src/agent/tools/create-tools.ts';
import { childEnvironment } from '../../src/io/environment.ts';
import type { Scene } from './scene.ts';

export type Hands = {
  call(tool: string, args: unknown): Promise<ToolResult>;
  close(): Promise<void>;
};

/** The coder's tools over the worktree of a case. */
export async function handsIn(scene: Scene, more: Partial<ToolSession> = {}): Promise<Hands> {
  const set = await createTools({
    root: scene.places.WT,
    logs: path.join(scene.root, 'logs'),
    env: childEnvironment(scene.env),
    names: TOOL_NAMES,
    ...more,
  });
  return {
    call: async (name, args) => {
      const found = set.tools.find(({ spec }) => spec.name === name);
      if (!found) {
        throw new Error(`there is no tool ${name}`);
      }
      return found.run(args, { signal: new AbortController().signal });
    },
    close: async () => void (await set.close()),
  };
}
