import type { Usage } from '../domain/usage.ts';
import type { ModelEntry } from './entry.ts';
import type { RawTurn } from './inbound/turn.ts';
import type { Estimate, Request } from './model.ts';
import { usdOf } from './price.ts';
import { countRequest, countTokens, createCalibration } from './tokens.ts';

const MARGIN = 1.15;
const USUAL_OUTPUT = 1000;
/** Where nobody bounds the reply. */
const LARGEST_OUTPUT = 8192;
const SMALLEST_TO_JUDGE = 1000;
const CUT_SHARE = 0.5;

/** Counts what calls of one model take: before, by estimate; after, by what the server told. */
export class Meter {
  readonly #entry: ModelEntry;
  readonly #calibration = createCalibration();
  #cutTold = false;

  constructor(entry: ModelEntry) {
    this.#entry = entry;
  }

  /** The most that a call may take. */
  upper(request: Request): Estimate {
    const { maxTokens, price } = this.#entry;
    const input = Math.ceil(this.#calibration.apply(countRequest(request)) * MARGIN);
    const output = request.maxTokens ?? maxTokens ?? LARGEST_OUTPUT;
    return { input, output, usd: usdOf({ input, cached: 0, output }, price) };
  }

  /** What a rate limit in tokens is likely to be charged. */
  expected(request: Request): number {
    return this.#calibration.apply(countRequest(request)) + USUAL_OUTPUT;
  }

  /** What a turn took, estimated where the server did not tell. Learns from what it told. */
  usage({ counts, text, reasoning, calls }: RawTurn, request: Request): Usage {
    const estimate = countRequest(request);
    if (counts.input !== undefined && !this.#isCut(counts.input, request)) {
      this.#calibration.learn(estimate, counts.input);
    }
    const made = calls.map((call) => call.name + call.pieces.join('')).join(' ');
    const input = counts.input ?? this.#calibration.apply(estimate);
    const output = counts.output ?? countTokens(`${text}${reasoning}${made}`);
    const cached = Math.min(counts.cached ?? 0, input);
    const isEstimate = counts.input === undefined || counts.output === undefined;
    const usd = usdOf({ input, cached, output }, this.#entry.price);
    return { input, cached, output, usd, ...(isEstimate && { estimated: true }) };
  }

  /** Says so, once, where the server counted far fewer tokens than it was sent. Ask before `usage` of the same turn. */
  cutRemark({ counts: { input } }: RawTurn, request: Request): string | undefined {
    if (this.#cutTold || input === undefined || !this.#isCut(input, request)) {
      return undefined;
    }
    this.#cutTold = true;
    const figures = `about ${String(countRequest(request))} tokens were sent, it counted ${String(input)}`;
    return `${this.#entry.name}: the server cut the prompt: ${figures}; its context window may be set too small`;
  }

  #isCut(counted: number, request: Request): boolean {
    const estimate = countRequest(request);
    const least = Math.min(estimate, this.#calibration.apply(estimate)) * CUT_SHARE;
    return estimate >= SMALLEST_TO_JUDGE && counted < least;
  }
}
