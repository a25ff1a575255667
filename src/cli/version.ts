import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../config/package-root.ts';

export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(packageRoot(), 'package.json'), 'utf8'));
  const has = typeof manifest === 'object' && manifest !== null && 'version' in manifest;
  return has ? String(manifest.version) : 'unknown';
}
