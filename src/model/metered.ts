import type { Budget, Scope } from './budget.ts';
import { ModelError } from './errors.ts';
import type { Estimate, Model, Request } from './model.ts';
import { sumUsage } from './price.ts';
import { countRequest } from './tokens.ts';

/** A model whose every call is reserved in a budget before and settled after. Rejects with LimitReached where it is refused. */
export function metered(model: Model, budget: Budget, scope: Scope = {}): Model {
  return {
    ...(model.estimate && { estimate: model.estimate.bind(model) }),
    name: model.name,
    get window() {
      return model.window;
    },
    async complete(request, options) {
      const { signal, onWait } = options;
      const reservation = await budget.reserve(upper(model, request), {
        ...scope,
        signal,
        model: model.name,
        onWait,
      });
      try {
        const reply = await model.complete(request, options);
        reservation.settle(sumUsage(reply.usage, reply.discarded));
        return reply;
      } catch (error) {
        if (error instanceof ModelError && error.usage) {
          reservation.settle(error.usage);
        }
        throw error;
      } finally {
        reservation.release();
      }
    },
  };
}

const upper = (model: Model, request: Request): Estimate =>
  model.estimate?.(request) ?? { input: countRequest(request), output: request.maxTokens ?? 0, usd: 0 };
