import type { ApiParts } from '#src/api/parts.ts';
import { nameByContent, sanitizeFileName } from '#src/api/file/files.ts';
import { insertFile } from '#src/api/http/multipart.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import { newId } from '#src/api/database/ids.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import type { Tx } from '#src/api/database/write.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { moveLead } from './agent-lead.transition.ts';
import type { Actor } from './agent-lead.transition.ts';
import type { RowOf } from '#src/api/database/tables.ts';

type AttachmentRow = RowOf<'attachment'> & { media_type: string; size: number };

/** An attachment as in responses. A carrier gets it under its own URL, which only serves visible ones. */
export function presentAttachment(row: AttachmentRow, viewer: 'agent' | 'carrier') {
  const base =
    viewer === 'agent' ? '/files/agent-lead/attachment' : `/files/carrier/agent-lead/${row.lead_id}/attachment`;
  return {
    id: row.id,
    name: row.name,
    note: row.note,
    is_visible_to_carriers: row.is_visible_to_carriers,
    media_type: row.media_type,
    size: row.size,
    url: `${base}/${row.id}/content`,
    preview_url: row.media_type.startsWith('image/') ? `${base}/${row.id}/content?preview=true` : null,
    version: row.version,
    created_at: row.created_at,
  };
}

const edited = (actor: Actor) => () => ({ type: 'lead.edited', by: actor.role }) as const;

/** Adds uploaded files to a lead. @throws as `moveLead` */
export async function addAttachments(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  files: StoredUpload[],
  given: { note?: string; isVisible: boolean },
  actor: Actor,
): Promise<LeadRow> {
  return attach(
    tx,
    parts,
    leadId,
    async () => Promise.all(files.map(async (file) => ({ fileId: await insertFile(tx, file), name: file.name }))),
    given,
    actor,
  );
}

/** Adds files that are stored already, such as photos of a chat. @throws as `moveLead` */
export async function attachFiles(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  files: { fileId: string; name: string }[],
  given: { note: string },
  actor: Actor,
): Promise<LeadRow> {
  return attach(tx, parts, leadId, async () => files, { ...given, isVisible: false }, actor);
}

async function attach(
  tx: Tx,
  parts: ApiParts,
  leadId: string,
  filesOf: () => Promise<{ fileId: string; name: string }[]>,
  given: { note?: string; isVisible: boolean },
  actor: Actor,
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    leadId,
    // Adding a file does not conflict with other edits, so it requires no version.
    version: null,
    actor,
    event: edited(actor),
    apply: async ({ now }) => {
      const files = await filesOf();
      await insertAttachments(tx, leadId, files, given, actor, now);
      return { payload: { added: files.map(({ name }) => name) } };
    },
  });
  return lead;
}

/** Only inserts the rows: for a lead being created, whose history begins with them. */
export async function insertAttachments(
  tx: Tx,
  leadId: string,
  files: { fileId: string; name: string }[],
  given: { note?: string; isVisible: boolean },
  actor: Actor,
  now: Date,
): Promise<void> {
  for (const { fileId, name } of files) {
    await tx
      .insertInto('attachment')
      .values({
        id: newId(),
        lead_id: leadId,
        file_id: fileId,
        name,
        note: given.note ?? null,
        is_visible_to_carriers: given.isVisible,
        created_by: actor.id,
        created_at: now.toISOString(),
      })
      .execute();
  }
}

async function attachmentOf(tx: Tx, id: string) {
  const attachment = await tx.selectFrom('attachment').selectAll().where('id', '=', id).executeTakeFirst();
  if (!attachment) throw notFound('attachment');
  return attachment;
}

export async function editAttachment(
  tx: Tx,
  parts: ApiParts,
  id: string,
  given: { version?: number; name?: string; note?: string | null; is_visible_to_carriers?: boolean },
  actor: Actor,
): Promise<LeadRow> {
  const { lead_id: leadId } = await attachmentOf(tx, id);
  const { lead } = await moveLead(tx, parts, {
    leadId,
    version: null,
    actor,
    event: edited(actor),
    apply: async () => {
      const { version, ...changes } = given;
      const before = await attachmentOf(tx, id);
      if (version !== undefined && version !== before.version) {
        throw problem(409, 'Someone changed this file while you were working on it. Your change wasn’t saved.', {
          current: before,
        });
      }
      // A typed slash separates words, not folders.
      if (changes.name !== undefined) {
        const { media_type } = await tx
          .selectFrom('file')
          .select('media_type')
          .where('id', '=', before.file_id)
          .executeTakeFirstOrThrow();
        changes.name = nameByContent(sanitizeFileName(changes.name.replaceAll(/[/\\]/g, '-')), media_type);
      }
      await tx
        .updateTable('attachment')
        .set({ ...changes, version: before.version + 1 })
        .where('id', '=', id)
        .execute();
      return { payload: { attachment: before.name, changed: Object.keys(changes) } };
    },
  });
  return lead;
}

/** Removes the attachment from the lead. The stored file is deleted after the commit. */
export async function deleteAttachment(tx: Tx, parts: ApiParts, id: string, actor: Actor): Promise<LeadRow> {
  const { lead_id: leadId } = await attachmentOf(tx, id);
  const { lead } = await moveLead(tx, parts, {
    leadId,
    version: null,
    actor,
    event: edited(actor),
    apply: async () => {
      const before = await attachmentOf(tx, id);
      await tx.deleteFrom('attachment').where('id', '=', id).execute();
      // A photo that was sent in a chat stays there.
      const file = await tx
        .deleteFrom('file')
        .where('id', '=', before.file_id)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('chat_photo').select('id').whereRef('chat_photo.file_id', '=', 'file.id'))),
        )
        .returning('storage_key')
        .executeTakeFirst();
      if (file) await parts.jobs.enqueue(tx, 'file.remove', { key: file.storage_key });
      return { payload: { deleted: before.name } };
    },
  });
  return lead;
}
