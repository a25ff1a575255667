import { z } from 'zod';
import { Finding } from '../domain/finding.ts';

/** Words of other rubrics that mean: worth a remark, and it may land. Anything else that is no `note` blocks. */
const NOTES = new Set(['note', 'nit', 'info', 'minor', 'low', 'trivial', 'suggestion', 'style', 'optional']);

/** What other rubrics call the problem. */
const PROBLEM = ['problem', 'description', 'message', 'issue', 'title', 'body', 'text'];

/**
 * A finding as reviewers write it: without a place, with another rubric's word for its weight, or as one sentence. None is
 * lost for its form; one that does not say how much it weighs blocks.
 */
export const SaidFinding = z.preprocess(normalised, Finding.omit({ role: true }));

function normalised(said: unknown): unknown {
  if (typeof said === 'string') {
    return { file: '', severity: 'blocking', problem: said };
  }
  if (typeof said !== 'object' || said === null) {
    return said;
  }
  const given = new Map<string, unknown>(Object.entries(said));
  const [file, line] = placeOf(given);
  const problem = PROBLEM.map((key) => given.get(key)).find((v) => typeof v === 'string' && v.trim() !== '');
  const [id, suggestion] = [given.get('id'), given.get('suggestion')];
  return {
    ...(typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {}),
    file,
    ...(line === undefined ? {} : { line }),
    severity: severityOf(given.get('severity')),
    problem,
    ...(typeof suggestion === 'string' ? { suggestion } : {}),
  };
}

const severityOf = (said: unknown): Finding['severity'] =>
  typeof said === 'string' && NOTES.has(said.trim().toLowerCase()) ? 'note' : 'blocking';

/** `src/a.ts:12` in one word is a place, too. */
function placeOf(given: ReadonlyMap<string, unknown>): [file: string, line: number | undefined] {
  const said = given.get('file') ?? given.get('path');
  const [, file = '', tail] = /^(?:\.\/)?(.*?)(?::(\d+)(?:[-:]\d+)?)?$/.exec(textOf(said).trim()) ?? [];
  const line = Number.parseInt(textOf(given.get('line') ?? tail), 10);
  return [file, line > 0 ? line : undefined];
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
