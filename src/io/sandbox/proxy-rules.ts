import { BlockList, isIP } from 'node:net';

/** Why a way out was refused, in words for the model and the report. */
export type Refusal =
  'not on the list' | 'not a name' | 'a port that is not on the list' | 'a private address';

export type Target = { readonly host: string; readonly port: number };

type Rule = {
  readonly host: string;
  /** Names below it, and not itself. */
  readonly below: boolean;
  readonly port: number;
  /** Whether it may lead into a private network: for the user alone to say. */
  readonly reach: 'public' | 'private';
};

const HTTPS = 443;

/**
 * Reads entries such as `registry.npmjs.org`, `*.example.com`, `git.example.com:8443`, `private:wiki.corp.example`; an
 * address counts as private by itself. Gives undefined for what is none of these.
 */
export function readRule(entry: string): Rule | undefined {
  const found = /^(private:)?(\*\.)?([a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)(?::(\d{1,5}))?$/i.exec(
    entry.trim(),
  );
  const host = found?.[3]?.toLowerCase();
  const port = Number(found?.[4] ?? HTTPS);
  if (host === undefined || host.includes('..') || port < 1 || port > 65_535) {
    return undefined;
  }
  const reach = found?.[1] === undefined && isIP(host) === 0 ? 'public' : 'private';
  return { host, below: found?.[2] !== undefined, port, reach };
}

/** The target of a CONNECT, as it is compared: lower case, no dot at the end. Null for what is no plain name. */
export function readTarget(text: string): Target | null {
  const found = /^([a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?:(\d{1,5})$/i.exec(text);
  const host = found?.[1]?.toLowerCase();
  const port = Number(found?.[2]);
  return host === undefined || host.includes('..') || port < 1 || port > 65_535 ? null : { host, port };
}

/** Decided before any name is looked up: a question to a name server would itself be a way out. */
export function permits(rules: readonly Rule[], { host, port }: Target): Rule | Refusal {
  const named = rules.filter((rule) => (rule.below ? host.endsWith(`.${rule.host}`) : host === rule.host));
  return (
    named.find((rule) => rule.port === port) ??
    (named.length > 0 ? 'a port that is not on the list' : 'not on the list')
  );
}

const PRIVATE = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  PRIVATE.addSubnet(address, bits, 'ipv4');
}

/** Of IPv6 only what is handed out to the public at large, without the parts that carry an IPv4 address inside. */
const PUBLIC_6 = new BlockList();
PUBLIC_6.addSubnet('2000::', 3, 'ipv6');
const CARRIES_4 = new BlockList();
CARRIES_4.addSubnet('2001::', 32, 'ipv6');
CARRIES_4.addSubnet('2002::', 16, 'ipv6');

export function isPrivate(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return isIP(mapped) === 4
    ? PRIVATE.check(mapped, 'ipv4')
    : !PUBLIC_6.check(mapped, 'ipv6') || CARRIES_4.check(mapped, 'ipv6');
}
