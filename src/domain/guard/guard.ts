import type { GuardFinding } from '../finding.ts';
import { inPieces } from './long-lines.ts';
import { wantsName, type GuardInput, type Rule } from './rule.ts';
import { rules } from './rules.ts';

/** Findings of one rule in one change beyond which only their number is told. */
const MOST = 12;

/** What can be said about a change without judging it. Evidence only: `forbidden` stops it, `shown` is a reviewer's to weigh. */
export function guard(input: GuardInput): GuardFinding[] {
  const bounded = { ...input, patch: input.patch.map(inPieces) };
  return rules.flatMap((rule) => apply(rule, bounded));
}

function apply(rule: Rule, input: GuardInput): GuardFinding[] {
  const level = rule.levels[input.settings.tests];
  if (level === 'silent') {
    return [];
  }
  const named = wantsName(rule.levels, input.settings.tests) ? { named: true } : {};
  const all = rule.find(input).map((f): GuardFinding => Object.assign({ rule: rule.name, level }, f, named));
  const [first] = all;
  const rest = all.length - MOST;
  return rest > 0 && first
    ? [
        ...all.slice(0, MOST),
        { rule: rule.name, level, file: first.file, detail: `${String(rest)} more of the same kind.` },
      ]
    : all;
}
