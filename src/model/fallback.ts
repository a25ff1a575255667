import type { Usage } from '../domain/usage.ts';
import { charged, type ErrorKind, ModelError } from './errors.ts';
import type { CompleteOptions, Estimate, Model, Reply, Request } from './model.ts';
import { sumUsage } from './price.ts';

/** A change of the model in force, which is never silent. */
export type Switch = { readonly from: string; readonly to: string; readonly reason: string };

export type FallbackOptions = {
  readonly onSwitch?: (change: Switch) => void;
  /** How long a model that failed is passed over before it is tried again, in milliseconds. */
  readonly restMs?: number;
  readonly now?: () => number;
};

const REST_MS = 60_000;

/** Failures that another model may not have. A refused key or a wrong request is not hidden behind another model. */
const passing: ReadonlySet<ErrorKind> = new Set<ErrorKind>([
  'rate_limit',
  'quota',
  'server',
  'protocol',
  'timeout',
  'connection',
  'not_found',
]);

/** Tries models in order; each reply names the model that made it. */
export function withFallbacks(models: readonly [Model, ...Model[]], options: FallbackOptions = {}): Model {
  const chain = new Chain(models, options);
  return {
    name: models[0].name,
    get window() {
      return smallest(models.map(({ window }) => window));
    },
    estimate: (request) => largest(models, request),
    async complete(request, callOptions) {
      return chain.complete(request, callOptions);
    },
  };
}

class Chain {
  readonly #models: readonly Model[];
  readonly #options: Required<FallbackOptions>;
  readonly #restsUntil = new Map<Model, number>();
  #inForce: Model;

  constructor(models: readonly [Model, ...Model[]], options: FallbackOptions) {
    this.#models = models;
    [this.#inForce] = models;
    this.#options = { onSwitch: () => undefined, restMs: REST_MS, now: () => performance.now(), ...options };
  }

  async complete(request: Request, options: CompleteOptions): Promise<Reply> {
    const remarks: string[] = [];
    let reason = 'it has rested and is tried again';
    let lost: Usage | undefined;
    let failure: unknown;
    for (const model of this.#candidates()) {
      remarks.push(...this.#switchTo(model, reason));
      try {
        return withMore(await model.complete(request, options), remarks, lost);
      } catch (error) {
        failure = error instanceof ModelError && lost ? charged(error, sumUsage(lost, error.usage)) : error;
        if (!(error instanceof ModelError) || !passing.has(error.kind)) {
          break;
        }
        this.#rest(model, error);
        reason = error.message;
        lost = error.usage ? sumUsage(error.usage, lost) : lost;
      }
    }
    throw failure;
  }

  /** All that are not resting; where all are, all. */
  #candidates(): readonly Model[] {
    const rested = this.#models.filter((model) => (this.#restsUntil.get(model) ?? 0) <= this.#options.now());
    return rested.length > 0 ? rested : this.#models;
  }

  #rest(model: Model, { retryAfterMs = 0 }: ModelError): void {
    this.#restsUntil.set(model, this.#options.now() + Math.max(this.#options.restMs, retryAfterMs));
  }

  #switchTo(model: Model, reason: string): string[] {
    if (model === this.#inForce) {
      return [];
    }
    const change = { from: this.#inForce.name, to: model.name, reason };
    this.#inForce = model;
    this.#options.onSwitch(change);
    return [`from ${change.from} to ${change.to}: ${reason}`];
  }
}

function withMore(reply: Reply, before: readonly string[], lost: Usage | undefined): Reply {
  const remarks = [...before, ...(reply.remarks ?? [])];
  const discarded = reply.discarded && lost ? sumUsage(reply.discarded, lost) : (reply.discarded ?? lost);
  return { ...reply, ...(remarks.length > 0 && { remarks }), ...(discarded && { discarded }) };
}

const smallest = (windows: readonly (number | undefined)[]): number | undefined => {
  const known = windows.filter((window) => window !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
};

/** Any of the models may take the call, so the dearest counts. */
function largest(models: readonly Model[], request: Request): Estimate {
  const free: Estimate = { input: 0, output: 0, usd: 0 };
  return models
    .map((model) => model.estimate?.(request) ?? free)
    .reduce((a, b) => ({
      input: Math.max(a.input, b.input),
      output: Math.max(a.output, b.output),
      usd: a.usd === null || b.usd === null ? null : Math.max(a.usd, b.usd),
    }));
}
