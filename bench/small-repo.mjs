// A small git repository in a temporary folder, with a state folder beside it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export function smallRepo() {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'orchestrate-bench-')));
  const root = path.join(home, 'repo');
  mkdirSync(root);
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@localhost', ...args], { cwd: root });
  git('init', '-q', '-b', 'main');
  writeFileSync(path.join(root, 'a.txt'), 'a\n');
  writeFileSync(path.join(root, 'check.sh'), 'echo ok\n');
  git('add', '-A');
  git('commit', '-q', '-m', 'Start');
  writeFileSync(path.join(home, 'spec.md'), '# Bench\n\n1. Change a.txt.\n');
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_STATE_HOME: path.join(home, 'state'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    OPENAI_API_KEY: 'none',
    OPENAI_MODEL: 'bench',
    CI: '1',
  };
  return {
    home,
    root,
    env,
    spec: path.join(home, 'spec.md'),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}
