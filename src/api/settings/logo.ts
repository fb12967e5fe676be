import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '#src/api/database/tables.ts';
import type { Tx } from '#src/api/database/write.ts';
import { removeFile } from '#src/api/account/account.repository.ts';
import { LARGEST_FILES } from '#src/machines/file/accepted-files.ts';
import { insertFile } from '#src/api/http/multipart.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import { problem } from '#src/api/http/problem.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { inTransaction } from '#src/api/database/write.ts';
import type { SettingsNow } from './settings.store.ts';
import { tellOfSettings } from './settings.repository.ts';

/** The uploaded logo: it is re-encoded and scaled to fit the head of a mail. */
export const LOGO_FILE = {
  accepts: 'logos',
  fitPixels: { width: 600, height: 200 },
  largest: 100_000,
  bytes: LARGEST_FILES.logos,
} as const;

/** Its public URL; a new logo has a new URL. */
const urlOf = (version: number): string => `/files/brokerage/logo/${version}`;

/** The brokerage as everyone sees it. */
export function presentBrokerage({ settings }: Pick<ApiParts, 'settings'>) {
  const { brokerage, logo } = settings.now();
  return { ...brokerage, logo: logo && { url: urlOf(logo.version), width: logo.width, height: logo.height } };
}

/** The bytes of the logo, for a printed page; null if there is none. */
export async function readLogo({ settings, files }: Pick<ApiParts, 'settings' | 'files'>): Promise<Buffer | null> {
  const { logo } = settings.now();
  return logo && (await files.readAll(logo.fileKey));
}

/** What agents see: the logo, the version that the next change has to name, and who changed it, newest first. */
export async function presentLogo(kysely: Kysely<Tables>) {
  const rows = await kysely
    .selectFrom('brokerage_logo')
    .select(['version', 'at', 'actor_name', 'is_removal', 'width', 'height'])
    .orderBy('version', 'desc')
    .limit(50)
    .execute();
  const [newest] = rows;
  return {
    version: newest?.version ?? 0,
    logo:
      newest && !newest.is_removal
        ? { url: urlOf(newest.version), width: newest.width!, height: newest.height! }
        : null,
    history: rows.map(({ version, at, actor_name, is_removal }) => ({ version, at, actor_name, is_removal })),
  };
}

/** @throws Problem 409 if someone else changed it meanwhile */
export async function changeLogo(
  tx: Tx,
  parts: ApiParts,
  { version, picture }: { version: number; picture: StoredUpload | null },
  by: { accountId: string; name: string },
): Promise<void> {
  // Serializes concurrent changes.
  await sql`select pg_advisory_xact_lock(hashtext('brokerage_logo'))`.execute(tx);
  const before = await presentLogo(tx);
  if (before.version !== version)
    throw problem(409, 'Someone else changed the logo meanwhile. Yours was not saved.', {
      current: { version: before.version },
    });
  if (picture === null && before.logo === null) return;
  await tx
    .insertInto('brokerage_logo')
    .values({
      version: version + 1,
      file_id:
        picture && (await insertFile(tx, { ...picture, name: `logo.${picture.mediaType.slice('image/'.length)}` })),
      width: picture?.pixels?.width ?? null,
      height: picture?.pixels?.height ?? null,
      at: parts.now().toISOString(),
      actor_id: by.accountId,
      actor_name: by.name,
      is_removal: picture === null,
    })
    .execute();
  await tellOfSettings(tx);
}

/** The current logo, with what displays it; undefined if there never was one. */
export async function readLogoRow(
  kysely: Kysely<Tables>,
): Promise<{ version: number; logo: SettingsNow['logo'] } | undefined> {
  const row = await kysely
    .selectFrom('brokerage_logo')
    .leftJoin('file', 'file.id', 'brokerage_logo.file_id')
    .select(['brokerage_logo.version', 'storage_key', 'media_type', 'width', 'height'])
    .orderBy('brokerage_logo.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { version, storage_key: fileKey, media_type: mediaType, width, height } = row;
  return {
    version,
    logo: fileKey === null ? null : { version, fileKey, mediaType: mediaType!, width: width!, height: height! },
  };
}

/** A mail waits three days at most, so a logo that was replaced earlier is shown nowhere. */
const KEPT = '7 days';

/** Deletes the files of replaced logos. */
export async function tidyLogos(parts: ApiParts): Promise<void> {
  await inTransaction(parts.database, async (tx) => {
    const old = await tx
      .selectFrom('brokerage_logo as old')
      .innerJoin('brokerage_logo as next', (join) =>
        join.on('next.version', '=', ({ eb, ref }) => eb(ref('old.version'), '+', 1)),
      )
      .select('old.file_id')
      .where('old.file_id', 'is not', null)
      .where('next.at', '<', sql<string>`${parts.now().toISOString()}::timestamptz - ${KEPT}::interval`)
      .execute();
    for (const { file_id } of old) await removeFile(tx, parts, file_id);
  });
}
