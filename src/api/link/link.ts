import type { Kysely } from 'kysely';
import { newId, newToken, sha256 } from '#src/api/database/ids.ts';
import { executeUnread, prepared } from '#src/api/database/prepared.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Problem } from '#src/api/http/problem.ts';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';

/**
 * What a link opens. A token of one purpose is invalid for any other. The first ones can be opened any number of times
 * (`openLink`), the others do one thing once (`spendLink`).
 */
export type LinkPurpose =
  | 'estimate'
  | 'lead'
  | 'chat'
  | 'agreement'
  | 'payment'
  | 'state-quote'
  | 'password-reset'
  | 'email-confirm'
  | 'email-change'
  | 'invitation'
  | 'agent-invitation'
  | 'mailing-confirm'
  | 'purchase'
  | 'orders'
  | 'calendar'
  | 'portal';

export interface NewLink {
  id: string;
  token: string;
  expiresAt: string;
}

/**
 * Creates a link; the token is returned once, and only its hash is stored. A `token` of the caller's must be as hard to
 * guess.
 */
export async function createLink(
  tx: Tx,
  link: {
    purpose: LinkPurpose;
    subjectId: string;
    createdBy: string | null;
    now: Date;
    expiresAt: Date;
    data?: object;
    id?: string;
    token?: string;
    /** The link whose page leads to this one: they are revoked together. */
    madeBy?: string;
  },
): Promise<NewLink> {
  const id = link.id ?? newId();
  const token = link.token ?? newToken();
  const expiresAt = link.expiresAt.toISOString();
  await executeUnread(
    tx,
    tx.insertInto('link').values({
      id,
      token_hash: sha256(token),
      purpose: link.purpose,
      subject_id: link.subjectId,
      created_by: link.createdBy,
      created_at: link.now.toISOString(),
      expires_at: expiresAt,
      data: link.data === undefined ? null : JSON.stringify(link.data),
      made_by_link: link.madeBy ?? null,
    }),
  );
  return { id, token, expiresAt };
}

/** What a link that is used once has done. Whoever has its token could learn that from the first use. */
const DONE: Partial<Record<LinkPurpose, string>> = {
  'email-confirm': 'Your email address is already confirmed.',
  'email-change': 'Your email address is already changed.',
  invitation: 'You have already joined.',
  'agent-invitation': 'You have already joined.',
  'mailing-confirm': 'You have already confirmed these emails.',
};

/** The state `done` tells it from a link that does not work for another reason. */
const usedAlready = (purpose: LinkPurpose): Problem => {
  const done = DONE[purpose];
  return done ? problem(410, done, { state: 'done' }) : problem(410, 'This link was already used.');
};

const askFor = (purpose: LinkPurpose): string =>
  purpose === 'invitation' || purpose === 'agent-invitation'
    ? 'Ask the person who invited you for a new one.'
    : 'Ask us for a new one.';

/**
 * The link of a token.
 * @param whyRevoked why the link of a subject was revoked, if that is known; null if not
 * @throws Problem 404 if there is none of this purpose; 410 if it expired, was revoked, or was used
 */
export async function openLink(
  db: Kysely<Tables>,
  token: string,
  purpose: LinkPurpose,
  now: Date,
  whyRevoked?: (subjectId: string) => Promise<string | null>,
) {
  const link = await db
    .selectFrom('link')
    .modifyFront(prepared)
    .selectAll()
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  if (!link) throw notFound('link');
  if (link.used_at) throw usedAlready(purpose);
  if (link.revoked_at) {
    const why = await whyRevoked?.(link.subject_id);
    throw problem(410, why ?? `This link was replaced or revoked. ${askFor(purpose)}`);
  }
  if (link.expires_at <= now.toISOString()) throw problem(410, `This link has expired. ${askFor(purpose)}`);
  return link;
}

/**
 * Whether a lead's pages are closed to its client: it is archived. A move that is done is no offer; its client still
 * reads its papers and pays what is left.
 */
export const isOfferOver = ({ is_archived, state }: { is_archived: boolean; state: string }): boolean =>
  is_archived && state !== 'completed-contracts';

/** The message of an archived lead's links. */
export const OFFER_OVER = 'This offer is no longer open. Call us if you still want to move.';

/**
 * The link of a chat. Once its lead is archived, it no longer works, like the lead's other links.
 * @throws as `openLink`
 */
export async function openChatLink(db: Kysely<Tables>, token: string, now: Date) {
  const link = await openLink(db, token, 'chat', now);
  const lead = await db
    .selectFrom('chat')
    .innerJoin('agent_lead', 'agent_lead.id', 'chat.lead_id')
    .select('is_archived')
    .where('chat.id', '=', link.subject_id)
    .executeTakeFirst();
  if (lead?.is_archived) throw problem(410, OFFER_OVER);
  return link;
}

/**
 * Uses up a link: of concurrent uses, one succeeds. The caller checks everything else, and its failure rolls this back.
 * The link's data is returned and deleted.
 * @throws as `openLink`
 */
export async function spendLink(
  tx: Tx,
  token: string,
  purpose: LinkPurpose,
  now: Date,
): Promise<{ subjectId: string; data: unknown }> {
  const link = await openLink(tx, token, purpose, now);
  const spent = await tx
    .updateTable('link')
    .set({ used_at: now.toISOString(), data: null })
    .where('id', '=', link.id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  // It was used concurrently since it was opened.
  if (!spent) throw usedAlready(purpose);
  return { subjectId: link.subject_id, data: link.data as unknown };
}

/** What these links were for is done by another one. */
export async function settleLinks(tx: Tx, purpose: LinkPurpose, subjectId: string, now: Date): Promise<void> {
  await tx
    .updateTable('link')
    .set({ used_at: now.toISOString(), data: null })
    .where('subject_id', '=', subjectId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Revokes every link of a purpose to these subjects. */
export async function revokeLinks(tx: Tx, purpose: LinkPurpose, subjectIds: string[], now: Date): Promise<void> {
  if (subjectIds.length === 0) return;
  await tx
    .updateTable('link')
    .set({ revoked_at: now.toISOString(), data: null })
    .where('subject_id', 'in', subjectIds)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}
