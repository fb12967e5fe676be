import type { Static } from 'typebox';
import type { Database } from '#src/api/platform/database.ts';
import type { Principal } from '#src/api/platform/principal.ts';
import type { CurrentUser } from './session-schemas.ts';

/** The signed-in person as the portals show them, with the step they must take before their portal opens. */
export async function readCurrentUser({ kysely }: Database, principal: Principal): Promise<Static<typeof CurrentUser>> {
  const row = await kysely
    .selectFrom('account')
    .leftJoin('carrier', 'carrier.account_id', 'account.id')
    .select(['account.email', 'account.avatar_file_id', 'carrier.agreement_signed_at'])
    .where('account.id', '=', principal.accountId)
    .executeTakeFirstOrThrow();
  const { accountId: id, role, name, carrierId } = principal;
  return {
    id,
    role,
    name,
    email: row.email,
    avatar_url: row.avatar_file_id && `/files/${portalOf(role)}/avatar/${row.avatar_file_id}`,
    carrier_id: carrierId,
    // A carrier works with us only after the broker-carrier agreement (specification, section 4).
    gate: role === 'carrier' && !row.agreement_signed_at ? 'signup_complete' : null,
  };
}

function portalOf(role: Principal['role']): string {
  return role === 'mover' || role === 'assistant' ? 'user' : role;
}
