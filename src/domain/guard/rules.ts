import { assertionRemoved, assertionWeakened, expectationChanged } from './assertions.ts';
import { failureBesideTests, newFailureLines } from './beside-tests.ts';
import { guardFile, scriptsChanged } from './check-changed.ts';
import { claimAbsent } from './claims.ts';
import { comparisonDefined, equalityPatched } from './comparisons.ts';
import { conflictMarkers, conflictMarkersQuoted } from './conflict.ts';
import { fewerTests, moreSkipped, nowSkipped, testsNotListed, testsReplaced } from './counts.ts';
import { exitInPackage, exitInSource, exitZero } from './exits.ts';
import { answersHardCoded } from './hard-coded.ts';
import { hiddenCharacters } from './hidden.ts';
import { failureSwallowed, mockAdded, mockFileAdded, stub, tautology } from './hollow.ts';
import { libraryPatched, testMainHollow } from './patched-library.ts';
import { protectedPath } from './protected.ts';
import { resultsAltered, testEnvBranch } from './results.ts';
import type { Rule } from './rule.ts';
import { outOfRun, outOfScope } from './scope.ts';
import { knownSecret } from './known-secret.ts';
import { secret, secretInTest } from './secrets.ts';
import { answersBorrowed, builtInReplaced, toolReplaced } from './stand-ins.ts';
import { checkSilenced } from './silenced.ts';
import { onlyAdded, skipAdded, testInverted } from './skips.ts';
import { casesDropped } from './test-names.ts';
import { snapshotRewritten, testChanged, testDeleted } from './tests-changed.ts';
import { testDataEmptied, testDataRemoved, testHollowed } from './unreached.ts';
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
  knownSecret,
  secret,
  secretInTest,
  testDeleted,
  casesDropped,
  skipAdded,
  onlyAdded,
  testInverted,
  fewerTests,
  testsReplaced,
  testsNotListed,
  nowSkipped,
  moreSkipped,
  failureBesideTests,
  newFailureLines,
  assertionRemoved,
  assertionWeakened,
  expectationChanged,
  tautology,
  failureSwallowed,
  testHollowed,
  testDataRemoved,
  testDataEmptied,
  mockAdded,
  mockFileAdded,
  snapshotRewritten,
  testChanged,
  scriptsChanged,
  guardFile,
  checkSilenced,
  exitZero,
  exitInSource,
  exitInPackage,
  resultsAltered,
  equalityPatched,
  comparisonDefined,
  libraryPatched,
  testMainHollow,
  testEnvBranch,
  answersHardCoded,
  answersBorrowed,
  builtInReplaced,
  toolReplaced,
  claimAbsent,
  stub,
  generatedChanged,
  hiddenCharacters,
  hugeFile,
  binaryFile,
];
