import { PROXY_SOCKET } from './profile.ts';

const PROXY_PORT = 3128;

/**
 * Runs inside, as the parent of the command: programs know proxies by a port, and the only way out is a socket in the file
 * system. Ends as the command ends.
 */
const BRIDGE = `
const net = require('node:net'), { spawn } = require('node:child_process');
net.createServer((from) => {
  const to = net.connect('${PROXY_SOCKET}');
  from.on('error', () => to.destroy()); to.on('error', () => from.destroy());
  from.pipe(to); to.pipe(from);
}).listen(${String(PROXY_PORT)}, '127.0.0.1', () => {
  const [file, ...args] = process.argv.slice(1);
  const child = spawn(file, args, { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', () => process.exit(127));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + require('node:os').constants.signals[signal]));
});`;

/** What to put before a command so that it finds the proxy. `node` is the program to run it with. */
export const bridged = (node: string): readonly string[] => [node, '-e', BRIDGE, '--'];

const ADDRESS = `http://127.0.0.1:${String(PROXY_PORT)}`;
const HERE = 'localhost,127.0.0.1,::1';

/** How programs are told of a proxy; each has its own way. */
export const PROXY_VARIABLES: Readonly<Record<string, string>> = {
  HTTP_PROXY: ADDRESS,
  HTTPS_PROXY: ADDRESS,
  http_proxy: ADDRESS,
  https_proxy: ADDRESS,
  NO_PROXY: HERE,
  no_proxy: HERE,
  NODE_USE_ENV_PROXY: '1',
};
