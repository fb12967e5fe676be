import '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import type { Static, TObject } from 'typebox';
import type { ApiParts } from './parts.ts';
import { FileTooLarge, sanitizeFileName } from './files.ts';
import { newId } from './ids.ts';
import { problem, sentenceFor } from './problem.ts';
import type { FieldProblem } from './problem.ts';
import type { Tx } from './write.ts';

/** A file that arrived and is stored, but that no row names yet. */
export interface StoredUpload {
  field: string;
  key: string;
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
}

export interface Upload<Fields> {
  fields: Fields;
  files: StoredUpload[];
  /** For the idempotency key: what was uploaded, by content. */
  fingerprint: string;
}

const FIELD_BYTES = 1024 * 1024;
const MAXIMUM_FIELDS = 150;

/**
 * Reads a multipart request: text fields against a schema, files straight into the store. When anything is wrong,
 * or the upload breaks off, what was stored is removed and nothing is left.
 *
 * `fields` values that are JSON (numbers, booleans, lists) are named in `json`; fields that come once for each value
 * in `repeated`: they are lists, empty where none came. Any other field that comes twice is refused.
 */
export async function readMultipart<T extends TObject>(
  request: FastifyRequest,
  parts: ApiParts,
  schema: T,
  limits: { files: number; bytes: number; json?: string[]; repeated?: string[] },
): Promise<Upload<Static<T>>> {
  const files: StoredUpload[] = [];
  const lists: Record<string, unknown[]> = Object.fromEntries((limits.repeated ?? []).map((name) => [name, []]));
  const raw: Record<string, unknown> = { ...lists };
  try {
    if (!request.isMultipart()) throw problem(415, 'Send this as multipart/form-data.');
    for await (const part of request.parts({ limits: { files: limits.files, fileSize: limits.bytes, fields: MAXIMUM_FIELDS, fieldSize: FIELD_BYTES, parts: limits.files + MAXIMUM_FIELDS } })) {
      if (part.type === 'file') {
        const stored = await parts.files.put(part.file, { maximumBytes: limits.bytes });
        files.push({ field: part.fieldname, ...stored, name: sanitizeFileName(part.filename) });
      } else if (Object.hasOwn(lists, part.fieldname)) {
        lists[part.fieldname]!.push(part.value);
      } else if (Object.hasOwn(raw, part.fieldname)) {
        throw problem(422, `${part.fieldname}: It was sent twice.`, { errors: [{ field: part.fieldname, message: 'It was sent twice.' }] });
      } else {
        raw[part.fieldname] = limits.json?.includes(part.fieldname) ? parseJson(part.fieldname, part.value) : part.value;
      }
    }
    const fields = checkedBody(schema, raw);
    return { fields, files, fingerprint: files.map((file) => `${file.field}:${file.sha256}`).join(',') };
  } catch (error) {
    await dropUploads(parts, files);
    if (error instanceof FileTooLarge || (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') {
      throw problem(413, `A file may have ${Math.round(limits.bytes / 1_048_576)} MB at the most.`);
    }
    if (/^FST_(FILES|PARTS|FIELDS)_LIMIT/.test((error as { code?: string }).code ?? '')) throw problem(413, 'There are too many files or fields in one upload.');
    throw error;
  }
}

/** Removes stored files after a write that did not happen. */
export async function dropUploads(parts: ApiParts, files: { key: string }[]): Promise<void> {
  await Promise.allSettled(files.map((file) => parts.files.remove(file.key)));
}

/**
 * Runs a write with an upload; when the write fails, the stored files go. So they do when it only repeated an earlier
 * answer, which its `reply` says: the files of that one are kept.
 */
export async function keepingUploads<T>(parts: ApiParts, files: { key: string }[], change: () => Promise<T>, reply?: FastifyReply): Promise<T> {
  try {
    const answer = await change();
    if (reply?.hasHeader('idempotency-replayed')) await dropUploads(parts, files);
    return answer;
  } catch (error) {
    await dropUploads(parts, files);
    throw error;
  }
}

/** The row of a stored file. @returns its id */
export async function insertFile(tx: Tx, file: Omit<StoredUpload, 'field'>): Promise<string> {
  const id = newId();
  await tx
    .insertInto('file')
    .values({ id, storage_key: file.key, name: file.name, media_type: file.mediaType, size: file.size, sha256: file.sha256 })
    .execute();
  return id;
}

function parseJson(field: string, value: unknown): unknown {
  try {
    return JSON.parse(String(value));
  } catch {
    throw problem(422, `${field}: This is not valid JSON.`, { errors: [{ field, message: 'This is not valid JSON.' }] });
  }
}

const compiled = new WeakMap<TObject, ReturnType<typeof Compile>>();

export function checkedBody<T extends TObject>(schema: T, value: unknown): Static<T> {
  const check = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, check as never);
  if (check.Check(value)) return value as Static<T>;
  const errors = new Map<string, FieldProblem>();
  for (const { keyword, instancePath, params, message } of check.Errors(value)) {
    // Said again as an unknown field.
    if (keyword === 'boolean') continue;
    const { additionalProperties, requiredProperties } = params as { additionalProperties?: string[]; requiredProperties?: string[] };
    for (const own of additionalProperties ?? requiredProperties ?? [undefined]) {
      const field = [instancePath.slice(1), own].filter(Boolean).join('/') || 'body';
      if (!errors.has(field)) errors.set(field, { field, message: sentenceFor(keyword, message, own) });
    }
  }
  const list = [...errors.values()].slice(0, 20);
  throw problem(422, `${list[0]!.field}: ${list[0]!.message}`, { errors: list });
}
