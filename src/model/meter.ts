import type { Usage } from '../domain/usage.ts';
import type { ModelEntry } from './entry.ts';
import type { RawTurn } from './inbound/turn.ts';
import type { Estimate, Request } from './model.ts';
import { usdOf } from './price.ts';
import { countRequest, countTokens, createCalibration } from './tokens.ts';

/** Counts what calls of one model take: before, by estimate; after, by what the server told. */
export type Meter = {
  upper(request: Request): Estimate;
  /** What a rate limit in tokens is likely to be charged. */
  expected(request: Request): number;
  usage(turn: RawTurn, request: Request): Usage;
  /** Says so where the server counted far fewer tokens than it was sent. Ask before `usage` of the same turn. */
  cutRemark(turn: RawTurn, request: Request): string | undefined;
};

const MARGIN = 1.15;
const USUAL_OUTPUT = 1000;
/** Where nobody bounds the reply. */
const LARGEST_OUTPUT = 8192;
const SMALLEST_TO_JUDGE = 1000;
const CUT_SHARE = 0.5;

export function createMeter({ price, maxTokens, name }: ModelEntry): Meter {
  const calibration = createCalibration();
  const isCut = (counted: number, request: Request): boolean => {
    const estimate = countRequest(request);
    return (
      estimate >= SMALLEST_TO_JUDGE && counted < Math.min(estimate, calibration.apply(estimate)) * CUT_SHARE
    );
  };
  return {
    upper(request) {
      const input = Math.ceil(calibration.apply(countRequest(request)) * MARGIN);
      const output = request.maxTokens ?? maxTokens ?? LARGEST_OUTPUT;
      return { input, output, usd: usdOf({ input, cached: 0, output }, price) };
    },
    expected: (request) => calibration.apply(countRequest(request)) + USUAL_OUTPUT,
    usage({ counts, text, reasoning, calls }, request) {
      const estimate = countRequest(request);
      if (counts.input !== undefined && !isCut(counts.input, request)) {
        calibration.learn(estimate, counts.input);
      }
      const made = calls.map((call) => call.name + call.pieces.join('')).join(' ');
      const input = counts.input ?? calibration.apply(estimate);
      const output = counts.output ?? countTokens(`${text}${reasoning}${made}`);
      const cached = Math.min(counts.cached ?? 0, input);
      const isEstimate = counts.input === undefined || counts.output === undefined;
      return {
        input,
        cached,
        output,
        usd: usdOf({ input, cached, output }, price),
        ...(isEstimate && { estimated: true }),
      };
    },
    cutRemark({ counts }, request) {
      const { input } = counts;
      return input === undefined || !isCut(input, request)
        ? undefined
        : `${name}: the server cut the prompt: about ${String(countRequest(request))} tokens were sent, it counted ${String(input)}; its context window may be set too small`;
    },
  };
}
