import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request may come from our own pages: its Origin, when a browser gives one, is PUBLIC_URL or the host that
 * was asked. Programs send no Origin; they carry no cookies that somebody else could use.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return false;
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
