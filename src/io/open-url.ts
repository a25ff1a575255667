import { spawn } from 'node:child_process';
import { once } from 'node:events';

const OPENERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address with what the desktop has for it, and does not wait for that. False where it has nothing. */
export async function openUrl(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const [program, ...args] = OPENERS[platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { env: { ...env }, detached: true, stdio: 'ignore' });
  child.unref();
  try {
    await once(child, 'spawn');
    return true;
  } catch {
    return false;
  }
}
