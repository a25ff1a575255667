/** US dollars per million tokens. `cached` prices input tokens that came from the provider's cache. */
export type Price = { readonly input: number; readonly cached?: number; readonly output: number };

/** What a server wants or cannot bear. A vendor profile sets these, an entry overrides them, refusals teach more. */
export type Compat = {
  /** Ask for an event stream; false asks for one whole reply. */
  readonly stream: boolean;
  /** Ask for the usage at the end of a stream. */
  readonly streamUsage: boolean;
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  readonly systemRole: 'system' | 'developer' | 'user';
  /** System messages may stand in mid-conversation; else they are sent as the user's. */
  readonly lateSystem: boolean;
  /** Tool results carry the tool's name. */
  readonly toolResultName: boolean;
  /** Which ids of calls are taken: any text, `[A-Za-z0-9_-]`, or exactly nine letters and digits. */
  readonly callIds: 'any' | 'plain' | 'nine';
  /** A user message may not follow a tool result: a short assistant turn goes between. */
  readonly bridgeAfterTool: boolean;
  /** The field in which the model's reasoning goes back, if it does. */
  readonly reasoningBack: 'none' | 'reasoning_content' | 'reasoning_details';
  /** Calls without a signature (made by another model) get the placeholder that the vendor documents. */
  readonly signaturePlaceholder: boolean;
  /** The `content` of an assistant turn that holds only calls. */
  readonly emptyContent: 'null' | 'empty';
  /** Tools are sent in strict mode: every key required, optional ones nullable. */
  readonly strict: boolean;
  readonly parallelToolCalls?: boolean;
  readonly toolChoice?: 'auto' | 'required' | 'none';
};

/** One model as configured: where it is, how it is spoken to and what it costs. Plain data. */
export type ModelEntry = {
  /** The alias that people read. */
  readonly name: string;
  /** The name on the wire. */
  readonly model: string;
  readonly api: 'chat' | 'responses';
  /** Up to and without `/chat/completions`, mostly ending in `/v1`. */
  readonly baseUrl: string;
  /** Empty where the server asks for none. */
  readonly apiKey: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A vendor's name, of those in `profile.ts`; where absent it is told by the host, and an unknown host has none. */
  readonly profile?: string;
  /** Context window in tokens. */
  readonly window?: number;
  readonly price?: Price;
  readonly effort?: string;
  readonly temperature?: number;
  /** Upper bound of tokens in a reply, where a request names none. */
  readonly maxTokens?: number;
  readonly compat?: Partial<Compat>;
};
