import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { secretsOf } from '#src/api/configuration/session-secrets.ts';
import { newId, sha256 } from '#src/api/database/ids.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import { hrefs } from './hrefs.ts';
import { createLink, isOfferOver, type NewLink, openLink, OFFER_OVER } from './link.ts';
import { problem } from '#src/api/http/problem.ts';

export type PortalParts = Pick<ApiParts, 'sessionSecret' | 'publicUrl' | 'now'>;

/** Since it was last sent or copied: as long as a move takes, from the first price to the last receipt. */
const PORTAL_DAYS = 180;
/** A link that would expire sooner is extended when it is handed out again. */
const AT_LEAST_DAYS = 150;

/**
 * A 192-bit token for a link, which only this deployment can derive again, so that every mail of a lead carries the
 * same one.
 */
const tokenOf = (linkId: string, secret: string): string =>
  createHmac('sha256', secret).update(`portal ${linkId}`).digest().subarray(0, 24).toString('base64url');

const tokenOfLink = ({ sessionSecret }: Pick<ApiParts, 'sessionSecret'>, link: { id: string; token_hash: string }) =>
  secretsOf(sessionSecret)
    .map((secret) => tokenOf(link.id, secret))
    .find((token) => sha256(token) === link.token_hash);

/**
 * The one link to the client page of a lead: the existing one, extended, or a new one if it expired, was revoked, or
 * was made with a secret that is gone. Call it with the lead locked, or before anything else.
 */
export async function portalLinkOf(
  tx: Tx,
  parts: PortalParts,
  leadId: string,
  createdBy: string | null,
): Promise<NewLink & { url: string }> {
  const now = parts.now();
  await tx.selectFrom('agent_lead').select('id').where('id', '=', leadId).forUpdate().execute();
  const found = await tx
    .selectFrom('link')
    .select(['id', 'token_hash', 'expires_at'])
    .where('purpose', '=', 'portal')
    .where('subject_id', '=', leadId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  const urlOf = (token: string) => parts.publicUrl() + hrefs.portal(token);
  const expiresAt = new Date(now.getTime() + PORTAL_DAYS * DAY);
  const token = found && tokenOfLink(parts, found);
  if (found && token !== undefined) {
    if (Date.parse(found.expires_at) > now.getTime() + AT_LEAST_DAYS * DAY)
      return { id: found.id, token, expiresAt: found.expires_at, url: urlOf(token) };
    await tx.updateTable('link').set({ expires_at: expiresAt.toISOString() }).where('id', '=', found.id).execute();
    return { id: found.id, token, expiresAt: expiresAt.toISOString(), url: urlOf(token) };
  }
  const id = newId(now.getTime());
  const link = await createLink(tx, {
    purpose: 'portal',
    subjectId: leadId,
    createdBy,
    now,
    expiresAt,
    id,
    token: tokenOf(id, secretsOf(parts.sessionSecret)[0]),
  });
  return { ...link, url: urlOf(link.token) };
}

/**
 * The link of a client page's token.
 * @throws Problem as `openLink`; 410 if the lead is archived before the move is done
 */
export async function openPortal(db: Kysely<Tables>, parts: Pick<ApiParts, 'now'>, token: string) {
  const link = await openLink(db, token, 'portal', parts.now());
  const lead = await db
    .selectFrom('agent_lead')
    .select(['is_archived', 'state'])
    .where('id', '=', link.subject_id)
    .executeTakeFirst();
  if (!lead || isOfferOver(lead)) throw problem(410, OFFER_OVER);
  return link;
}

/** What a lead's mails link to; null if its page is closed. */
export async function movePageOf(tx: Tx, parts: PortalParts, leadId: string): Promise<string | null> {
  const lead = await tx
    .selectFrom('agent_lead')
    .select(['is_archived', 'state'])
    .where('id', '=', leadId)
    .executeTakeFirst();
  return !lead || isOfferOver(lead) ? null : (await portalLinkOf(tx, parts, leadId, null)).url;
}
