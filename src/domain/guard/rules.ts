import { assertionRemoved, assertionWeakened, expectationChanged } from './assertions.ts';
import { checkChanged } from './check-changed.ts';
import { conflictMarkers, conflictMarkersQuoted } from './conflict.ts';
import { fewerTests, moreSkipped } from './counts.ts';
import { exitGame, exitInSource } from './exits.ts';
import { answersHardCoded } from './hard-coded.ts';
import { hiddenCharacters } from './hidden.ts';
import { failureSwallowed, stub, subjectMocked, tautology, testHollowed } from './hollow.ts';
import { protectedPath } from './protected.ts';
import { equalityPatched, resultsAltered, testDetected } from './results.ts';
import type { Rule } from './rule.ts';
import { outOfRun, outOfScope } from './scope.ts';
import { secret, secretInTest } from './secrets.ts';
import { testSkipped } from './skips.ts';
import { testRemoved } from './test-names.ts';
import { snapshotRewritten, testChanged, testDeleted } from './tests-changed.ts';
import {
  binaryFile,
  generatedChanged,
  hugeFile,
  linkOutside,
  nestedRepository,
  submoduleMoved,
} from './unusual-files.ts';
import { noEffect, nothingChanged } from './vacuous.ts';

/** Every rule, in the order in which findings are told. A new one is a new member. */
export const rules: readonly Rule[] = [
  nothingChanged,
  noEffect,
  outOfRun,
  outOfScope,
  protectedPath,
  nestedRepository,
  submoduleMoved,
  linkOutside,
  conflictMarkers,
  conflictMarkersQuoted,
  secret,
  secretInTest,
  testDeleted,
  testRemoved,
  testSkipped,
  fewerTests,
  moreSkipped,
  assertionRemoved,
  assertionWeakened,
  expectationChanged,
  tautology,
  failureSwallowed,
  testHollowed,
  subjectMocked,
  snapshotRewritten,
  testChanged,
  checkChanged,
  exitGame,
  exitInSource,
  resultsAltered,
  equalityPatched,
  testDetected,
  answersHardCoded,
  stub,
  generatedChanged,
  hiddenCharacters,
  hugeFile,
  binaryFile,
];
