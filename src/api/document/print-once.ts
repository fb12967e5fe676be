import { inTransaction } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { insertFile, keepingUploads } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';

const MAXIMUM_BYTES = 30 * 1_048_576;
/** Prints under way in this process, by record: however many people ask for a document, it is printed once. */
const underWay = new Map<string, Promise<string>>();

export interface Printing {
  /** Of the record that the document belongs to. */
  id: string;
  /** Without `.pdf`. */
  name: string;
  print: () => Promise<Buffer>;
  /** The record's file, read under the record's lock; null unless it has been printed by now. */
  fileOf: (tx: Tx) => Promise<string | null>;
  attach: (tx: Tx, file: { id: string; sha256: string }) => Promise<void>;
}

/**
 * Prints a document that a record does not have yet, and returns its file. File and record commit together. If two
 * nodes print at once, the first file counts.
 *
 * @throws Problem 503 when too many documents wait to be printed
 */
export function printOnce(parts: ApiParts, printing: Printing): Promise<string> {
  const { id } = printing;
  const known = underWay.get(id);
  if (known) return known;
  const started = store(parts, printing).finally(() => underWay.delete(id));
  underWay.set(id, started);
  return started;
}

async function store(parts: ApiParts, { name, print, fileOf, attach }: Printing): Promise<string> {
  const file = {
    ...(await parts.files.put(await print(), { maximumBytes: MAXIMUM_BYTES })),
    name: `${name}.pdf`,
    mediaType: 'application/pdf',
  };
  const { fileId, isMine } = await keepingUploads(parts, [file], () =>
    inTransaction(parts.database, async (tx) => {
      const existing = await fileOf(tx);
      if (existing !== null) return { fileId: existing, isMine: false };
      const fileId = await insertFile(tx, file);
      await attach(tx, { id: fileId, sha256: file.sha256 });
      return { fileId, isMine: true };
    }),
  );
  if (!isMine) await parts.files.remove(file.key);
  return fileId;
}
