/**
 * GraphQL documents sent before any portal is loaded. Plain strings, so that signing in needs no GraphQL client; the
 * gateway has them among the documents it runs.
 */
const USER = '{ id role name email avatarUrl carrierId gates subscription rights }';

export const READ_SESSION = `query Session { session ${USER} }`;

export const SIGN_IN = `mutation SignIn($platform: Platform!, $email: String!, $password: String!, $code: String) { signIn(platform: $platform, email: $email, password: $password, code: $code) { ok problem unconfirmed codeRequired user ${USER} } }`;

export const SIGN_OUT = 'mutation SignOut { signOut }';

/** Live updates carry only ids; whoever shows the record loads it again. `chat`: the secret of a chat link. */
export const CHANGES =
  'subscription Changes($after: Int, $ageMs: Int, $chat: ID) { changes(after: $after, ageMs: $ageMs, chat: $chat) { sequence noun id } }';

export const sessionDocuments = [READ_SESSION, SIGN_IN, SIGN_OUT, CHANGES] as const;
