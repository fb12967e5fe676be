import { insertFile } from '#src/api/http/multipart.ts';
import type { StoredUpload } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import type { Principal } from '#src/api/http/principal.ts';
import type { Tx } from '#src/api/database/write.ts';
import { readCurrentUser } from '#src/api/session/current-user.ts';
import { openAccount, removeFile } from './account.repository.ts';

/** The uploaded picture of an account: it is re-encoded and scaled down. */
export const AVATAR_FILE = { accepts: 'photos', fitPixels: 512, bytes: 10 * 1024 * 1024 } as const;

/** The previous picture's file is deleted after the commit. */
export async function replaceAvatar(tx: Tx, parts: ApiParts, principal: Principal, picture: StoredUpload | null) {
  const { id, avatar_file_id: before } = await openAccount(tx, principal.accountId);
  const fileId =
    picture && (await insertFile(tx, { ...picture, name: `picture.${picture.mediaType.slice('image/'.length)}` }));
  await tx.updateTable('account').set({ avatar_file_id: fileId }).where('id', '=', id).execute();
  await removeFile(tx, parts, before);
  return readCurrentUser({ kysely: tx }, principal, parts.now());
}
