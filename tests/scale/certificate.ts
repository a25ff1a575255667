import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';

/** A certificate for 127.0.0.1 that is its own authority, and its key, in a folder of their own. */
export async function certificate() {
  const dir = await mkdtemp(path.join(tmpdir(), 'orchestrate-tls-'));
  const [cert, key] = [path.join(dir, 'server.crt'), path.join(dir, 'server.key')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  await execa('openssl', ['req', '-x509', ...made, '-keyout', key, '-out', cert, ...subject]);
  return { cert, key, close: async () => rm(dir, { recursive: true }) };
}

/** Has a redis-server speak TLS, too. */
export const tlsFlags = (
  port: number,
  { cert, key }: { readonly cert: string; readonly key: string },
): string[] =>
  Object.entries({
    'tls-port': String(port),
    'tls-auth-clients': 'no',
    'tls-ca-cert-file': cert,
    'tls-cert-file': cert,
    'tls-key-file': key,
  }).flatMap(([name, value]) => [`--${name}`, value]);
