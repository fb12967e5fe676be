import { claimsOf } from './session-tokens.ts';

/** The two tokens of a session. Pages cannot read the cookies they travel in. */
export type TokenPair = { access: string; refresh: string };

const names = { access: 'access-token', refresh: 'refresh-token' } as const;

/** What a request's Cookie header brings: neither, one or both. */
export function readTokenCookies(header: string | undefined): Partial<TokenPair> {
  const read = (name: string): string | undefined =>
    // A JWT is made of these letters alone; whatever else stands there is no token of ours.
    new RegExp(`(?:^|;\\s*)${name}=([\\w.-]+)(?:;|$)`).exec(header ?? '')?.[1];
  return { access: read(names.access), refresh: read(names.refresh) };
}

const BROWSER = 'sign-up-browser';
/** As long as the link of the confirmation works. */
const BROWSER_SECONDS = 48 * 3600;

/** What the browser of a sign-up was given, so that it is known again when the email is confirmed. */
export const readBrowserCookie = (header: string | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${BROWSER}=([\\w-]{43})(?:;|$)`).exec(header ?? '')?.[1];

/** The value of Set-Cookie that keeps it, or drops it. Only the gateway's own calls bring it. */
export const browserCookie = (secret: string | null, isSecure: boolean): string =>
  `${BROWSER}=${secret ?? ''}; Path=/graphql; Max-Age=${secret ? BROWSER_SECONDS : 0}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

/** Values of Set-Cookie that keep the pair, or drop it. Both last as long as the refresh token. */
export function tokenCookies(pair: TokenPair | null, isSecure: boolean): string[] {
  const end = pair ? new Date((claimsOf(pair.refresh)?.exp ?? 0) * 1000) : new Date(0);
  const attributes = `Path=/; Expires=${end.toUTCString()}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return [
    `${names.access}=${pair?.access ?? ''}; ${attributes}`,
    `${names.refresh}=${pair?.refresh ?? ''}; ${attributes}`,
  ];
}
