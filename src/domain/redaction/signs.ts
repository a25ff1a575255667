import { CONNECTION, SECRETS } from '../guard/secret-signs.ts';

/** A shape that secrets have. `hints`: one of these stands in every text that holds one, so that others are passed by. */
export type Shape = { readonly kind: string; readonly pattern: RegExp; readonly hints: readonly string[] };

const slug = (kind: string): string => kind.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

const BLOCK =
  /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----([^]{20,12000}?)(?:-----END (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/g;
const HEADER = /\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic|token)\s+([A-Za-z0-9+/=._~-]{16,})/gi;
/** A line of an environment file. */
const VARIABLE =
  /(?:^|[\s|:])(?:export )?[A-Z][A-Z0-9_]*(?:KEY|SECRET|TOKEN|PASSWORD|PASSWD|CREDENTIALS?)=["']?([^\s"'$`<>(){}]{16,})/gm;

/** Literal beginnings by which most texts are passed over at once. */
const HINTS: Readonly<Record<string, readonly string[]>> = {
  'AWS access key': ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
  'AWS secret key': ['secret', 'SECRET', 'Secret'],
  'GitHub token': ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
  'GitLab token': ['glpat-', 'gldt-', 'glptt-', 'glrt-', 'glcbt-', 'glft-', 'glsoat-', 'gloas-'],
  'API key': ['sk-'],
  'Google API key': ['AIza'],
  'Google OAuth secret': ['GOCSPX-'],
  'Groq API key': ['gsk_'],
  'Hugging Face token': ['hf_'],
  'Replicate token': ['r8_'],
  'Slack token': ['xox', 'xapp-'],
  'Slack webhook': ['hooks.slack.com'],
  'Discord webhook': ['/api/webhooks/'],
  'Telegram bot token': [':AA'],
  'Stripe key': ['k_live_'],
  'Stripe webhook secret': ['whsec_'],
  'Square token': ['sq0'],
  'SendGrid key': ['SG.'],
  'Mailgun key': ['key-'],
  'Twilio key': ['SK'],
  'npm token': ['npm_', '_authToken='],
  'PyPI token': ['pypi-'],
  'RubyGems key': ['rubygems_'],
  'Docker token': ['dckr_pat_'],
  'DigitalOcean token': ['_v1_'],
  'Heroku key': ['heroku', 'HEROKU', 'Heroku'],
  'Vault token': ['hvs.', 'hvb.'],
  'Databricks token': ['dapi'],
  'Linear key': ['lin_api_'],
  'Notion token': ['ntn_', 'secret_'],
  'Shopify token': ['shp'],
  'Azure storage key': ['AccountKey='],
  'Age key': ['AGE-SECRET-KEY'],
  'JSON web token': ['eyJ'],
};

/** The signs of the guard, for a whole text, and shapes that are hidden though no commit is refused for them. */
export const SHAPES: readonly Shape[] = [
  { kind: 'private-key', pattern: BLOCK, hints: ['PRIVATE KEY'] },
  ...SECRETS.filter(({ kind }) => kind !== 'private key').map(({ kind, pattern }) => ({
    kind: slug(kind),
    pattern: new RegExp(pattern.source, `${pattern.flags}g`),
    hints: HINTS[kind] ?? [''],
  })),
  { kind: 'authorization', pattern: HEADER, hints: ['uthorization', 'UTHORIZATION'] },
  {
    kind: 'variable',
    pattern: VARIABLE,
    hints: ['KEY=', 'SECRET=', 'TOKEN=', 'PASSWORD=', 'PASSWD=', 'CREDENTIAL'],
  },
];

/** The password in an address. */
export const ADDRESS = new RegExp(CONNECTION.source, CONNECTION.flags);
