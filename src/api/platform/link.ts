import type { Kysely } from 'kysely';
import { newId, newToken, sha256 } from './ids.ts';
import { notFound, problem } from './problem.ts';
import type { Tables } from './tables.ts';
import type { Tx } from './write.ts';

/** What a link opens. A token of one purpose is worthless for another. */
export type LinkPurpose = 'estimate' | 'lead' | 'agreement';

export interface NewLink {
  id: string;
  token: string;
  expiresAt: string;
}

/** Makes a link; the token is returned once and only its hash is kept. */
export async function createLink(
  tx: Tx,
  link: { purpose: LinkPurpose; subjectId: string; createdBy: string | null; now: Date; expiresAt: Date },
): Promise<NewLink> {
  const id = newId();
  const token = newToken();
  const expiresAt = link.expiresAt.toISOString();
  await tx
    .insertInto('link')
    .values({
      id,
      token_hash: sha256(token),
      purpose: link.purpose,
      subject_id: link.subjectId,
      created_by: link.createdBy,
      created_at: link.now.toISOString(),
      expires_at: expiresAt,
    })
    .execute();
  return { id, token, expiresAt };
}

/**
 * The link behind a token.
 * @throws Problem 404 where there is none of this purpose; 410 where it expired or was revoked.
 */
export async function openLink(db: Kysely<Tables>, token: string, purpose: LinkPurpose, now: Date) {
  const link = await db
    .selectFrom('link')
    .selectAll()
    .where('token_hash', '=', sha256(token))
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  if (!link) throw notFound('link');
  if (link.revoked_at) throw problem(410, 'This link was replaced or taken back. Ask us for a new one.');
  if (link.expires_at <= now.toISOString()) throw problem(410, 'This link has expired. Ask us for a new one.');
  return link;
}

/** Kills every link of a purpose to a subject. */
export async function revokeLinks(tx: Tx, purpose: LinkPurpose, subjectIds: string[], now: Date): Promise<void> {
  if (subjectIds.length === 0) return;
  await tx
    .updateTable('link')
    .set({ revoked_at: now.toISOString() })
    .where('subject_id', 'in', subjectIds)
    .where('purpose', '=', purpose)
    .where('revoked_at', 'is', null)
    .execute();
}
