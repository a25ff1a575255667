import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Who is let in: requests to this very address, made by its own page, with the token in their path. */
export type Door = { readonly port: number; readonly token: string };

export type Entrance =
  | { readonly may: true; readonly path: string; readonly query: URLSearchParams }
  | { readonly may: false; readonly status: 403 | 405; readonly why: string };

const SHUT = (why: string, status: 403 | 405 = 403): Entrance => ({ may: false, status, why });

/**
 * Lets a request in or says why not. A name in `Host` other than this machine's own means that some site's name was
 * bound to this address; an `Origin` or a fetch from elsewhere means that another page asks.
 */
export function enter({ method, headers, url = '/' }: IncomingMessage, { port, token }: Door): Entrance {
  const hosts = [`127.0.0.1:${String(port)}`, `localhost:${String(port)}`];
  if (!hosts.includes(headers.host ?? '')) {
    return SHUT('This page answers to 127.0.0.1 only.');
  }
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`)) {
    return SHUT('Another page may not ask this one.');
  }
  if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-mode'] !== 'navigate') {
    return SHUT('Another page may not ask this one.');
  }
  if (method !== 'GET') {
    return SHUT('This page is only read.', 405);
  }
  // What begins with two slashes, or with no one, would name a host, and may be no address at all.
  const { pathname, searchParams } = new URL(`http://127.0.0.1${url.startsWith('/') ? url : '/'}`);
  const [, given = '', ...rest] = pathname.split('/');
  return same(given, token)
    ? { may: true, path: rest.join('/'), query: searchParams }
    : SHUT('The address lacks its token: take it as `orchestrate ui` printed it.');
}

/** Takes as long for a wrong token as for the right one. */
function same(given: string, token: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}
