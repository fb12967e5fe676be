import { sql } from 'kysely';
import type { Noun } from '../noun.ts';
import { accounts } from '#src/api/http/principal.ts';
import { pruneRefreshTokens } from './refresh-tokens.ts';
import { sessionListRoutes } from './session-list.routes.ts';

/** Sessions of signed-in people. Sign-in itself is registered before everything else, because it identifies callers. */
export const session: Noun = {
  calls: [{ for: accounts, add: sessionListRoutes }],
  async tidy({ database: { kysely } }) {
    await pruneRefreshTokens(kysely);
    // Failures count for minutes, requests for an hour or a day; the addresses that an account is known at, for a
    // month.
    await sql`delete from sign_in_attempt
      where at < now() - interval '30 days' or (at < now() - interval '1 day' and key not like 'known:%')`.execute(
      kysely,
    );
  },
};
