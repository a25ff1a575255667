import { nodeInstall, npmScript } from './detect-node.ts';
import { pytest, pythonInstall, unittest } from './detect-python.ts';
import type { Guess, Repository, Rule } from './guess.ts';

/** How this repository tests itself, by the files at its top; undefined when nothing tells. */
export const detectCheck = async (repository: Repository): Promise<Guess | undefined> =>
  firstGuess([npmScript, makeTarget, pytest, unittest, cargo, go], repository);

/** A command that installs what the check needs: a suggestion, for a person to take up. */
export const suggestSetup = async (repository: Repository): Promise<Guess | undefined> =>
  firstGuess([nodeInstall, pythonInstall], repository);

async function firstGuess(rules: readonly Rule[], repository: Repository): Promise<Guess | undefined> {
  for (const rule of rules) {
    const guess = await rule(repository);
    if (guess) {
      return guess;
    }
  }
  return undefined;
}

const makeTarget: Rule = async ({ files, read }) => {
  const file = ['GNUmakefile', 'makefile', 'Makefile'].find((name) => files.includes(name));
  const text = file === undefined ? undefined : await read(file);
  return file !== undefined && /^test[ \t]*::?(?!=)/m.test(text ?? '')
    ? { command: 'make test', because: `${file} has a target test` }
    : undefined;
};

const cargo: Rule = async ({ files }) =>
  files.includes('Cargo.toml') ? { command: 'cargo test', because: 'there is a Cargo.toml' } : undefined;

const go: Rule = async ({ files }) =>
  files.includes('go.mod') ? { command: 'go test -v ./...', because: 'there is a go.mod' } : undefined;
