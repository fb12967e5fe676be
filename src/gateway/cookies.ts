import { claimsOf } from './session-tokens.ts';

/** The two tokens of a session, in cookies that scripts cannot read. */
export type TokenPair = { access: string; refresh: string };

const names = { access: 'access-token', refresh: 'refresh-token' } as const;

/** The tokens in a request's Cookie header: neither, one, or both. */
export function readTokenCookies(header: string | undefined): Partial<TokenPair> {
  const read = (name: string): string | undefined =>
    // A JWT consists of these characters only; anything else is not one of our tokens.
    new RegExp(`(?:^|;\\s*)${name}=([\\w.-]+)(?:;|$)`).exec(header ?? '')?.[1];
  return { access: read(names.access), refresh: read(names.refresh) };
}

const BROWSER = 'sign-up-browser';
/** As long as the confirmation link is valid. */
const BROWSER_SECONDS = 48 * 3600;

/** The secret given to the browser at sign-up, which identifies it when the email is confirmed. */
export const readBrowserCookie = (header: string | undefined): string | undefined =>
  new RegExp(`(?:^|;\\s*)${BROWSER}=([\\w-]{43})(?:;|$)`).exec(header ?? '')?.[1];

/** The Set-Cookie value that stores or deletes the secret. The cookie is sent only with the gateway's own calls. */
export const browserCookie = (secret: string | null, isSecure: boolean): string =>
  `${BROWSER}=${secret ?? ''}; Path=/graphql; Max-Age=${secret ? BROWSER_SECONDS : 0}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

/** Set-Cookie values that store or delete the pair. Both cookies last as long as the refresh token. */
export function tokenCookies(pair: TokenPair | null, isSecure: boolean): string[] {
  const end = pair ? new Date((claimsOf(pair.refresh)?.exp ?? 0) * 1000) : new Date(0);
  const attributes = `Path=/; Expires=${end.toUTCString()}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  return [
    `${names.access}=${pair?.access ?? ''}; ${attributes}`,
    `${names.refresh}=${pair?.refresh ?? ''}; ${attributes}`,
  ];
}
