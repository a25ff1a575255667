import type { Compat, ModelEntry } from './entry.ts';

const plain: Compat = {
  stream: true,
  streamUsage: true,
  maxTokensField: 'max_tokens',
  systemRole: 'system',
  lateSystem: false,
  toolResultName: false,
  callIds: 'any',
  bridgeAfterTool: false,
  reasoningBack: 'none',
  signaturePlaceholder: false,
  emptyContent: 'null',
  strict: false,
};

type Profile = { readonly hosts: readonly string[]; readonly compat: Partial<Compat> };

const profiles: Readonly<Record<string, Profile>> = {
  openai: {
    hosts: ['api.openai.com', 'openai.azure.com'],
    compat: { maxTokensField: 'max_completion_tokens', lateSystem: true },
  },
  gemini: {
    hosts: ['generativelanguage.googleapis.com', 'aiplatform.googleapis.com'],
    compat: { toolResultName: true, signaturePlaceholder: true },
  },
  mistral: {
    hosts: ['api.mistral.ai', 'codestral.mistral.ai'],
    compat: { streamUsage: false, callIds: 'nine', bridgeAfterTool: true, toolResultName: true },
  },
  deepseek: { hosts: ['api.deepseek.com'], compat: { reasoningBack: 'reasoning_content' } },
  moonshot: {
    hosts: ['api.moonshot.ai', 'api.moonshot.cn'],
    compat: { reasoningBack: 'reasoning_content' },
  },
  openrouter: { hosts: ['openrouter.ai'], compat: { reasoningBack: 'reasoning_details' } },
  anthropic: { hosts: ['api.anthropic.com'], compat: { callIds: 'plain' } },
  dashscope: {
    hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com'],
    compat: { emptyContent: 'empty' },
  },
  groq: { hosts: ['api.groq.com'], compat: { maxTokensField: 'max_completion_tokens' } },
  llamacpp: { hosts: [], compat: {} },
};

const profileNames: readonly string[] = Object.keys(profiles);

/** The name of the profile in force, if any. Throws on a name that nobody knows. */
export function profileOf({ profile, baseUrl, name }: ModelEntry): string | undefined {
  if (profile !== undefined) {
    if (!Object.hasOwn(profiles, profile)) {
      throw new Error(`model ${name}: unknown profile "${profile}"; known are ${profileNames.join(', ')}`);
    }
    return profile;
  }
  const host = hostname(baseUrl);
  return profileNames.find((key) =>
    profiles[key]?.hosts.some((known) => host === known || host.endsWith(`.${known}`)),
  );
}

export function compatOf(entry: ModelEntry): Compat {
  const name = profileOf(entry);
  return { ...plain, ...(name === undefined ? {} : profiles[name]?.compat), ...entry.compat };
}

function hostname(baseUrl: string): string {
  try {
    return new URL(baseUrl).hostname;
  } catch {
    return '';
  }
}
