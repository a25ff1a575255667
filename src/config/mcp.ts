import { z } from 'zod';
import type { Env } from './environment.ts';
import type { Problem } from './problem.ts';

const Text = z.string().min(1);

/** A server of tools as its user describes it. Values of variables never stand in a file: only their names do. */
export const Mcp = z
  .strictObject({
    command: Text.exactOptional(),
    args: z.array(z.string()).exactOptional(),
    /** Variables that are handed on to the program. */
    environment: z.array(Text).exactOptional(),
    url: z
      .url({ protocol: /^https?$/, error: 'expected an address such as http://127.0.0.1:3000/mcp' })
      .exactOptional(),
    /** Header: the variable that holds its value. */
    headers: z.record(Text, Text).exactOptional(),
    roles: z.array(z.enum(['planner', 'coder', 'analyst'])).exactOptional(),
    tools: z.array(Text).exactOptional(),
  })
  .refine(({ command, url }) => (command === undefined) !== (url === undefined), {
    error: 'expected either command (a program to start) or url (a server to reach)',
  });
export type Mcp = z.output<typeof Mcp>;

/** Its tools are called `<name>_<tool>`. */
export const McpName = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,31}$/, 'expected a name of at most 32 letters, digits, _ and -');

/** A server with the values that it is given. */
export type ToolServer = {
  readonly name: string;
  readonly roles?: readonly string[];
  readonly tools?: readonly string[];
} & (
  | {
      readonly command: string;
      readonly args?: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }
);

/** The servers as they are described, and where. */
type Described = {
  readonly value: Readonly<Record<string, Mcp>>;
  readonly origin: { readonly place: string };
};
type Servers = { readonly servers: readonly ToolServer[]; readonly warnings: readonly Problem[] };

/** Puts in what the variables hold. A server whose headers lack one is left out, and told. */
export function resolveServers({ value, origin }: Described, env: Env): Servers {
  const servers: ToolServer[] = [];
  const warnings: Problem[] = [];
  for (const [name, { command, url, args, environment = [], headers = {}, roles, tools }] of Object.entries(
    value,
  )) {
    const key = `mcp.${name}`;
    const which = { name, ...(roles && { roles }), ...(tools && { tools }) };
    const lacks = (variables: readonly string[], so: string): boolean => {
      const unset = variables.filter((variable) => env[variable] === undefined);
      warnings.push(
        ...unset.map((v) => ({ key, place: origin.place, message: `${key}: ${v} is not set, so ${so}` })),
      );
      return unset.length > 0;
    };
    if (command !== undefined) {
      lacks(environment, 'the server starts without it');
      servers.push({ ...which, command, ...(args && { args }), env: valuesOf(asPairs(environment), env) });
    } else if (url !== undefined && !lacks(Object.values(headers), 'this server is left out')) {
      servers.push({ ...which, url, headers: valuesOf(headers, env) });
    }
  }
  return { servers, warnings };
}

const asPairs = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, name]));

const valuesOf = (variables: Readonly<Record<string, string>>, env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([key, variable]) => {
      const value = env[variable];
      return value === undefined ? [] : [[key, value]];
    }),
  );

/** Variables that hold what is sent to servers as headers: as secret as keys. */
export const headerVariables = (mcp: Readonly<Record<string, Mcp>>): string[] =>
  Object.values(mcp).flatMap(({ headers = {} }) => Object.values(headers));
