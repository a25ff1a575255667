import type { Finding, GuardFinding } from '../../domain/finding.ts';
import type { AttemptFact, CheckpointFact, Report } from '../report.ts';

type Level = 'error' | 'warning' | 'note';
type Result = {
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
  readonly file: string;
  readonly line: number | undefined;
  readonly checkpoint: string;
};

/** What is wrong or worth a word in the work as it stands, as SARIF 2.1.0: findings of the last attempts only. */
export function reportSarif(report: Report): string {
  const results = report.checkpoints.flatMap(ofCheckpoint);
  const rules = [...new Set(results.map(({ rule }) => rule))].map((id) => ({ id }));
  const run = {
    tool: { driver: { name: 'orchestrate', version: report.program, rules } },
    automationDetails: { id: `orchestrate/${report.run}` },
    results: results.map(asResult),
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)}\n`;
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

function ofCheckpoint({ id, attempts, checked, status, reason }: CheckpointFact): Result[] {
  const last = attempts.at(-1);
  const found = (last?.guard ?? []).map((finding) => ofGuard(id, finding));
  const said = (checked.review?.findings ?? []).map((finding) => ofReview(id, finding));
  const blocked = status === 'blocked' ? [ofBlocked(id, reason ?? 'blocked', last)] : [];
  return [...found, ...said, ...blocked];
}

const ofGuard = (checkpoint: string, { rule, level, file, line, detail }: GuardFinding): Result => ({
  rule: `guard/${rule}`,
  level: level === 'forbidden' ? 'error' : 'warning',
  message: detail,
  file,
  line,
  checkpoint,
});

const ofReview = (checkpoint: string, finding: Finding): Result => ({
  rule: `review/${finding.severity}`,
  level: finding.severity === 'blocking' ? 'error' : 'note',
  message: finding.suggestion === undefined ? finding.problem : `${finding.problem}\n\n${finding.suggestion}`,
  file: finding.file,
  line: finding.line,
  checkpoint,
});

const ofBlocked = (checkpoint: string, reason: string, last: AttemptFact | undefined): Result => ({
  rule: 'checkpoint/blocked',
  level: 'error',
  message: `${checkpoint} is blocked: ${reason}`,
  file: last?.changed[0] ?? '',
  line: undefined,
  checkpoint,
});

const asResult = ({ rule, level, message, file, line, checkpoint }: Result) => ({
  ruleId: rule,
  level,
  message: { text: message },
  ...(file === '' ? {} : { locations: [locationOf(file, line)] }),
  properties: { checkpoint },
});

const locationOf = (file: string, line: number | undefined) => ({
  physicalLocation: {
    artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
    ...(line === undefined ? {} : { region: { startLine: line } }),
  },
});
