import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request may come from our own pages: its Origin, if present, must be PUBLIC_URL or the requested host.
 * Programs send no Origin, but they carry no cookies that someone else could abuse.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'cross-site') return false;
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (origin === new URL(publicUrl).origin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
