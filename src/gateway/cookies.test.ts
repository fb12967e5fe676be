import { expect, test } from 'vitest';
import { readTokenCookies, tokenCookies } from './cookies.ts';

const refresh = `e30.${Buffer.from('{"exp":1900000000,"role":"agent"}').toString('base64url')}.c2ln`;

test('tokens are read among other cookies; what is none of ours is none', () => {
  const header = `theme=dark; access-token=a.b-_.c; x-refresh-token=no; refresh-token=${refresh}`;
  expect(readTokenCookies(header)).toEqual({ access: 'a.b-_.c', refresh });
  expect(readTokenCookies(undefined)).toEqual({});
  expect(readTokenCookies('access-token="a b"; refresh-token=')).toEqual({});
});

test('both cookies last as long as the refresh token, and are dropped together', () => {
  const kept = tokenCookies({ access: 'a.b.c', refresh }, true);
  expect(kept[0]).toBe(
    'access-token=a.b.c; Path=/; Expires=Sun, 17 Mar 2030 17:46:40 GMT; HttpOnly; SameSite=Lax; Secure',
  );
  expect(kept[1]).toContain(`refresh-token=${refresh}; Path=/; Expires=Sun, 17 Mar 2030`);
  for (const dropped of tokenCookies(null, false))
    expect(dropped).toMatch(/^\w+-token=; Path=\/; Expires=Thu, 01 Jan 1970/);
});
