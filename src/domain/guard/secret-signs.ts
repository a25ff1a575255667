/** The shape of one kind of credential. The last group that matched is the secret itself. */
export type SecretSign = { readonly kind: string; readonly pattern: RegExp };

export const SECRETS: readonly SecretSign[] = [
  { kind: 'AWS access key', pattern: /\b((?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\b/ },
  {
    kind: 'AWS secret key',
    pattern: /\baws_?secret_?(?:access_?)?key\b['"]?\s*[:=]\s*['"]?([A-Za-z0-9/+]{40})\b/i,
  },
  { kind: 'GitHub token', pattern: /\b(gh[pousr]_[A-Za-z0-9]{36,})\b/ },
  { kind: 'GitHub token', pattern: /\b(github_pat_[A-Za-z0-9_]{60,})\b/ },
  { kind: 'GitLab token', pattern: /\b(gl(?:pat|dt|ptt|rt|cbt|ft|soat|oas)-[A-Za-z0-9_-]{20,})\b/ },
  {
    kind: 'API key',
    pattern: /\b(sk-(?:proj-|svcacct-|admin-|ant-api\d\d-|or-v1-|lf-)?[A-Za-z0-9_-]{24,})\b/,
  },
  { kind: 'Google API key', pattern: /\b(AIza[A-Za-z0-9_-]{35})\b/ },
  { kind: 'Google OAuth secret', pattern: /\b(GOCSPX-[A-Za-z0-9_-]{28})\b/ },
  { kind: 'Groq API key', pattern: /\b(gsk_[A-Za-z0-9]{40,})\b/ },
  { kind: 'Hugging Face token', pattern: /\b(hf_[A-Za-z]{34,})\b/ },
  { kind: 'Replicate token', pattern: /\b(r8_[A-Za-z0-9]{37})\b/ },
  { kind: 'Slack token', pattern: /\b(xox[abeoprs]-[A-Za-z0-9-]{20,}|xapp-\d-[A-Za-z0-9-]{20,})\b/ },
  { kind: 'Slack webhook', pattern: /(hooks\.slack\.com\/services\/T\w{6,}\/B\w{6,}\/\w{20,})/ },
  { kind: 'Discord webhook', pattern: /(discord(?:app)?\.com\/api\/webhooks\/\d{15,}\/[\w-]{50,})/ },
  { kind: 'Telegram bot token', pattern: /\b(\d{8,10}:AA[A-Za-z0-9_-]{33})\b/ },
  { kind: 'Stripe key', pattern: /\b((?:sk|rk)_live_[A-Za-z0-9]{20,})\b/ },
  { kind: 'Stripe webhook secret', pattern: /\b(whsec_[A-Za-z0-9+/]{32,})\b/ },
  { kind: 'Square token', pattern: /\b(sq0(?:atp|csp)-[A-Za-z0-9_-]{22,})\b/ },
  { kind: 'SendGrid key', pattern: /\b(SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50})\b/ },
  { kind: 'Mailgun key', pattern: /\b(key-[0-9a-f]{32})\b/ },
  { kind: 'Twilio key', pattern: /\b(SK[0-9a-f]{32})\b/ },
  { kind: 'npm token', pattern: /\b(npm_[A-Za-z0-9]{36})\b/ },
  { kind: 'npm token', pattern: /\/\/[\w.-]+\/:_authToken=([A-Za-z0-9_-]{20,})/ },
  { kind: 'PyPI token', pattern: /\b(pypi-AgEI[A-Za-z0-9_-]{50,})\b/ },
  { kind: 'RubyGems key', pattern: /\b(rubygems_[0-9a-f]{48})\b/ },
  { kind: 'Docker token', pattern: /\b(dckr_pat_[A-Za-z0-9_-]{27,})\b/ },
  { kind: 'DigitalOcean token', pattern: /\b(do[opr]_v1_[0-9a-f]{64})\b/ },
  {
    kind: 'Heroku key',
    pattern: /\bheroku\w*['"]?\s*[:=]\s*['"]?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/i,
  },
  { kind: 'Vault token', pattern: /\b(hv[sb]\.[A-Za-z0-9_-]{24,})\b/ },
  { kind: 'Databricks token', pattern: /\b(dapi[0-9a-f]{32})\b/ },
  { kind: 'Linear key', pattern: /\b(lin_api_[A-Za-z0-9]{40})\b/ },
  { kind: 'Notion token', pattern: /\b(ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})\b/ },
  { kind: 'Shopify token', pattern: /\b(shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32})\b/ },
  { kind: 'Azure storage key', pattern: /\bAccountKey=([A-Za-z0-9+/]{80,}={0,2})/ },
  { kind: 'Age key', pattern: /\b(AGE-SECRET-KEY-1[0-9A-Z]{58})\b/ },
  {
    kind: 'private key',
    pattern:
      /(?:^|[=:(,])\s*["'`]?(-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----)\s*$|(-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----)(?:\\n|\s)[A-Za-z0-9+/=]{20,}/,
  },
  {
    kind: 'JSON web token',
    pattern: /\b(eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,})\b/,
  },
];

/** `scheme://user:password@host`, split into what decides whether it is real. */
export const CONNECTION =
  /\b([a-z][a-z0-9+.-]{2,20}):\/\/([^\s:/@'"`]{1,64}):([^\s/@'"`]{3,128})@([\w.-]+)/gi;
