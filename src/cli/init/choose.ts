import type { StarterModels } from '../../config/starter.ts';
import { discoverLocal } from '../../model/local.ts';
import { ENVIRONMENT, UserError, USAGE } from '../user-error.ts';
import { nearest } from '../../config/suggest-key.ts';
import { KEY_VARIABLES, localOffers, offersIn, type Offer } from './offers.ts';
import type { Questions } from './questions.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** What the command line said already. */
export type Wanted = {
  readonly provider?: string;
  readonly model?: string;
  readonly easyModel?: string;
  readonly local?: boolean;
};

export type Chosen = { readonly offer: Offer; readonly models: StarterModels };

/** Names of models that a provider lists; none where it does not say. */
export type Listing = (offer: Offer) => Promise<readonly string[]>;

/** By what is there and what was said, without a question. Throws UserError where that settles nothing. */
export async function chooseAlone(wanted: Wanted, env: Env, listing: Listing): Promise<Chosen> {
  const offers = [...offersIn(env), ...(wanted.local === true ? localOffers(await discoverLocal()) : [])];
  const offer = named(wanted.provider, offers) ?? (wanted.local === true ? offers.at(-1) : offers[0]);
  if (!offer) {
    throw new UserError(ENVIRONMENT, wanted.local === true ? NO_SERVER : NO_KEY);
  }
  const strong = wanted.model ?? offer.models[0] ?? (await onlyModel(offer, listing));
  return { offer, models: { strong, easy: wanted.easyModel ?? strong } };
}

const NO_KEY = `No provider is known: none of ${KEY_VARIABLES.join(', ')} and OPENAI_BASE_URL is set. Set one; or look for servers on this machine: orchestrate init --yes --local`;
const NO_SERVER =
  'No server with models answers on the usual ports of this machine (Ollama 11434, LM Studio 1234, llama.cpp 8080, vLLM 8000). Start one, or set OPENAI_BASE_URL.';

function named(name: string | undefined, offers: readonly Offer[]): Offer | undefined {
  const found = offers.find((offer) => offer.name === name);
  if (name === undefined || found) {
    return found;
  }
  const names = offers.map((offer) => offer.name);
  const near = nearest(name, names);
  const known = names.length > 0 ? `found: ${names.join(', ')}` : NO_KEY;
  throw new UserError(
    USAGE,
    `There is no provider ${name} here; ${near === undefined ? known : `did you mean ${near}?`}`,
  );
}

const MOST_NAMED = 12;

async function onlyModel(offer: Offer, listing: Listing): Promise<string> {
  const names = await listing(offer);
  const [one, ...more] = names;
  if (one !== undefined && more.length === 0) {
    return one;
  }
  const some = names.slice(0, MOST_NAMED).join(', ');
  const left = names.length > MOST_NAMED ? ` and ${String(names.length - MOST_NAMED)} more` : '';
  const has = names.length > 0 ? ` It has ${some}${left}.` : '';
  throw new UserError(USAGE, `Say which model of ${offer.title} to use: --model NAME.${has}`);
}

/** By asking. What the command line said is not asked again. */
export async function chooseAsked(
  wanted: Wanted,
  env: Env,
  { questions, listing }: { readonly questions: Questions; readonly listing: Listing },
): Promise<Chosen> {
  const known = offersIn(env);
  const offer = named(wanted.provider, known) ?? (await askOffer(known, questions));
  const names = offer.models.length > 0 && !offer.builtIn ? offer.models : await listing(offer);
  const ask = async (message: string, proposed: string): Promise<string> =>
    names.length > 0
      ? questions.find(message, [...new Set([proposed, ...names])].filter(Boolean))
      : questions.line(message, proposed);
  const strong =
    wanted.model ?? (await ask('Which model plans, reviews and does hard work?', offer.models[0] ?? ''));
  const easy = wanted.easyModel ?? (await ask('Which one does the easy work?', strong));
  if (strong === '' || easy === '') {
    throw new UserError(USAGE, 'A model needs a name; nothing was written.');
  }
  return { offer, models: { strong, easy } };
}

async function askOffer(known: readonly Offer[], questions: Questions): Promise<Offer> {
  const where = await questions.pick<Offer | 'local' | 'address'>('Where are the models?', [
    ...known.map((offer) => ({ label: offer.title, value: offer })),
    { label: 'A server on this machine: look for one', value: 'local' },
    { label: 'Another address', value: 'address' },
  ]);
  switch (where) {
    case 'local': {
      const found = localOffers(await discoverLocal());
      if (found.length === 0) {
        throw new UserError(ENVIRONMENT, NO_SERVER);
      }
      return questions.pick(
        'Which server?',
        found.map((offer) => ({ label: offer.title, value: offer })),
      );
    }
    case 'address': {
      const baseUrl = await questions.line('Its address up to /v1?', 'http://127.0.0.1:8000/v1');
      const key = await questions.line('Which variable holds its key? (empty: it needs none)', '');
      const title = baseUrl;
      const keyed = key === '' ? {} : { keyVariable: key };
      return { name: 'own', title, baseUrl, ...keyed, builtIn: false, models: [] };
    }
    default:
      return where;
  }
}
