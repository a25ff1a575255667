import { onTestFinished } from 'vitest';
import {
  createTools,
  TOOL_NAMES,
  type ToolSession,
  type ToolSet,
} from '../../../src/agent/tools/create-tools.ts';
import type { ToolContext, ToolResult } from '../../../src/agent/tool.ts';
import { childEnvironment } from '../../../src/io/environment.ts';
import { workspace, type Files } from './outside/tree.ts';

export type TestWorkbench = {
  readonly root: string;
  readonly logs: string;
  readonly set: ToolSet;
  readonly call: (tool: string, input: unknown, context?: Partial<ToolContext>) => Promise<ToolResult>;
};

/** Tools over a fresh folder, which goes with the test. */
export async function toolsIn(files: Files, options: Partial<ToolSession> = {}): Promise<TestWorkbench> {
  const { root, logs, remove } = workspace(files);
  onTestFinished(remove);
  const set = await createTools({
    root,
    logs,
    env: childEnvironment(process.env),
    names: TOOL_NAMES,
    ...options,
  });
  onTestFinished(async () => void (await set.close()));
  return {
    root,
    logs,
    set,
    call: async (name, input, context) => {
      const tool = set.tools.find(({ spec }) => spec.name === name);
      if (!tool) {
        throw new Error(`no tool ${name}`);
      }
      return tool.run(input, { signal: new AbortController().signal, ...context });
    },
  };
}
