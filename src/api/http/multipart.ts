import '@fastify/multipart';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import type { Static, TObject, TSchema } from 'typebox';
import { ACCEPTED_FILES, showLimit } from '#src/machines/file/accepted-files.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { FileTooLarge, sanitizeFileName } from '#src/api/file/files.ts';
import { newId } from '#src/api/database/ids.ts';
import { fieldName, fieldProblem } from './field-sentences.ts';
import type { FieldSchema } from './field-sentences.ts';
import { Problem, problem } from './problem.ts';
import { admit } from '#src/api/file/upload-gate.ts';
import type { FileRule } from '#src/api/file/upload-gate.ts';
import { executeUnread } from '#src/api/database/prepared.ts';
import type { Tx } from '#src/api/database/write.ts';

/** An uploaded file that is stored but not yet referenced by a row. */
export interface StoredUpload {
  field: string;
  key: string;
  name: string;
  mediaType: string;
  size: number;
  sha256: string;
  /** For a picture, after re-encoding. */
  pixels?: { width: number; height: number };
}

export interface Upload<Fields> {
  fields: Fields;
  files: StoredUpload[];
  /** For the idempotency key: a hash of the uploaded content. */
  fingerprint: string;
}

export interface FormFile extends FileRule {
  /** Per file. */
  bytes: number;
  /** How many parts may have this name. 1 by default. */
  maximum?: number;
  /** The message if none is uploaded; without it the file is optional. */
  needed?: string;
  /** Text is accepted instead, and is then found among the fields under the same name. */
  orText?: boolean;
}

/** A multipart body: what `readForm` parses, and what the contract documents. */
export interface Form<T extends TObject = TObject> {
  fields: T;
  files: Record<string, FormFile>;
  /** Fields that are JSON: numbers, booleans, lists, objects. */
  json?: readonly string[];
  /** Fields that are sent once per value. They are lists; a single empty part is an empty list. */
  repeated?: readonly string[];
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The multipart body of the call. */
    form?: Form;
    /** The JSON body that the call accepts as well. */
    json?: TSchema;
  }
}

/** The configuration of a route that accepts a form, and optionally JSON as well. */
export const takes = (form: Form, json?: TSchema): FastifyContextConfig => ({ form, ...(json ? { json } : {}) });

/** Limits of a JSON field and of a text field. */
const JSON_BYTES = 1024 * 1024;
const TEXT_BYTES = 64 * 1024;
/** For repeated fields. */
const MOST_VALUES = 150;
const BOUNDARY = /;\s*boundary=(?:"[^"]{1,70}"|[^\s;"]{1,70})\s*(?:;|$)/i;
/** The parser's errors for a body that is not a multipart form, or is cut off. */
const MALFORMED =
  /^(Unexpected end of multipart|Part terminated|File terminated|Multipart:|Malformed|The needle|Boundary|Unsupported content|Missing)/;

/**
 * Reads a multipart request: validates text fields against a schema, and checks and stores files. On any error, or if
 * the upload breaks off, all stored files are removed. `mayTake` refuses too many files before any of them is
 * re-encoded.
 *
 * @throws Problem 400 if it is not a form, 413, 415, 422 with the fields
 */
export async function readForm<T extends TObject>(
  request: FastifyRequest,
  parts: Pick<ApiParts, 'files'>,
  form: Form<T>,
  mayTake?: (files: readonly StoredUpload[]) => Promise<void>,
): Promise<Upload<Static<T>>> {
  if (!request.isMultipart()) throw problem(415, 'Send this as multipart/form-data.');
  if (!BOUNDARY.test(request.headers['content-type'] ?? ''))
    throw problem(400, 'The form does not say what separates its parts: its boundary is missing or not valid.');
  const files: StoredUpload[] = [];
  try {
    const raw = await receive(request, parts, form, files);
    const fields = checkedBody(form.fields, raw);
    for (const [field, { needed }] of Object.entries(form.files)) {
      if (needed !== undefined && !files.some((file) => file.field === field) && raw[field] === undefined)
        throw problem(422, needed, { errors: [{ field, message: needed }] });
    }
    const fingerprint = files.map((file) => `${file.field}:${file.sha256}`).join(',');
    if (files.length > 0) await mayTake?.(files);
    for (const file of files) await admit(parts, file, form.files[file.field]!);
    return { fields, files, fingerprint };
  } catch (error) {
    await dropUploads(parts, files);
    throw readable(error, form);
  }
}

/** The fields of a form without files, for a call that accepts them URL-encoded as well. */
export const readFields = async <T extends TObject>(request: FastifyRequest, fields: T): Promise<Static<T>> =>
  (await readForm(request, { files: NO_FILES }, { fields, files: {} })).fields;
const NO_FILES = { remove: async () => {} } as unknown as ApiParts['files'];

/** @returns the text fields as received; files are stored and added to `files` */
async function receive(
  request: FastifyRequest,
  parts: Pick<ApiParts, 'files'>,
  form: Form,
  files: StoredUpload[],
): Promise<Record<string, unknown>> {
  const rules = Object.values(form.files);
  const atMost = rules.reduce((sum, { maximum = 1 }) => sum + maximum, 0);
  const fields = Object.keys(form.fields.properties).length + 10 + (form.repeated ? MOST_VALUES : 0);
  const limits = {
    // One more, so that the error for too many files can name the field.
    files: atMost + 1,
    fileSize: Math.max(1024, ...rules.map(({ bytes }) => bytes)),
    fields,
    fieldSize: form.json ? JSON_BYTES : TEXT_BYTES,
    parts: atMost + 1 + fields,
  };
  const raw: Record<string, unknown> = {};
  // The first error is sent after the whole body is read: the sender would not receive it earlier.
  let first: Problem | undefined;
  const wrong = (status: number, field: string, text: string, sentence = `${fieldName(field)} ${text}.`) => {
    first ??= problem(status, sentence, { errors: [{ field: field.slice(0, 60), message: `It ${text}.` }] });
  };
  for await (const part of request.parts({ limits })) {
    const field = part.fieldname as string | undefined;
    const rule = field !== undefined && Object.hasOwn(form.files, field) ? form.files[field] : undefined;
    if (part.type === 'file') {
      const came = files.filter((file) => file.field === field).length;
      if (!field) wrong(422, 'body', 'has no name', 'A part of the form has no name.');
      else if (!rule && Object.hasOwn(form.fields.properties, field)) wrong(422, field, 'must be text, not a file');
      else if (!rule) unknown(field);
      else if (came === 1 && rule.maximum === undefined) wrong(422, field, 'was sent twice');
      else if (came >= (rule.maximum ?? 1))
        wrong(413, field, 'has too many files', 'There are too many files or fields in one upload.');
      else if (!first) {
        const stored = await parts.files.put(part.file, { maximumBytes: rule.bytes });
        files.push({ field, ...stored, name: sanitizeFileName(part.filename) });
        continue;
      }
      part.file.resume();
    } else if (!field) wrong(422, 'body', 'has no name', 'A part of the form has no name.');
    else if (part.valueTruncated) wrong(413, field, 'is too long');
    else if (rule && !rule.orText) wrong(422, field, 'must be a file');
    else if (!rule && !Object.hasOwn(form.fields.properties, field)) unknown(field);
    else if (form.repeated?.includes(field)) {
      const list = (raw[field] ??= []) as unknown[];
      if (part.value !== '') list.push(part.value);
    } else if (Object.hasOwn(raw, field) || (rule && files.some((file) => file.field === field)))
      wrong(422, field, 'was sent twice');
    else raw[field] = form.json?.includes(field) ? parseJson(field, part.value) : part.value;
  }
  if (first) throw first;
  return raw;

  function unknown(field: string): void {
    const { detail, ...error } = fieldProblem({ keyword: 'additionalProperties', instancePath: '', params: {} }, field);
    first ??= problem(422, detail, { errors: [error] });
  }

  function parseJson(field: string, value: unknown): unknown {
    // A part with the JSON content type is parsed already.
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      wrong(422, field, 'is not valid JSON');
      return undefined;
    }
  }
}

/** Turns a read error into one that the sender can fix; our own errors stay unchanged. */
function readable(error: unknown, form: Form): unknown {
  if (error instanceof Problem) return error;
  const { code = '', message } = error as { code?: string; message: string };
  if (error instanceof FileTooLarge || code === 'FST_REQ_FILE_TOO_LARGE') {
    const bytes =
      error instanceof FileTooLarge
        ? error.maximumBytes
        : Math.max(...Object.values(form.files).map((rule) => rule.bytes));
    return problem(413, `A file can be up to ${showLimit(bytes)}.`);
  }
  if (/^FST_(FILES|PARTS|FIELDS)_LIMIT/.test(code))
    return problem(413, 'There are too many files or fields in one upload.');
  if (code === 'FST_PROTO_VIOLATION')
    return problem(422, 'A part of the form has a name that no field has.', {
      errors: [{ field: 'body', message: 'A part has a name that no field has.' }],
    });
  if (code === 'FST_INVALID_JSON_FIELD_ERROR')
    return problem(422, 'A part of the form is not valid JSON.', {
      errors: [{ field: 'body', message: 'A part is not valid JSON.' }],
    });
  if (code === '' && MALFORMED.test(message))
    return problem(400, 'The form is damaged or was cut off on the way. Send it again.');
  return error;
}

/** Removes stored files after a write that did not happen. */
export async function dropUploads(parts: Pick<ApiParts, 'files'>, files: { key: string }[]): Promise<void> {
  await Promise.allSettled(files.map((file) => parts.files.remove(file.key)));
}

/**
 * Runs a write with an upload; if the write fails, the stored files are removed. So are they when the write only
 * repeats an earlier response, as its `reply` shows: the files of the first write are kept.
 */
export async function keepingUploads<T>(
  parts: ApiParts,
  files: { key: string }[],
  change: () => Promise<T>,
  reply?: FastifyReply,
): Promise<T> {
  try {
    const answer = await change();
    if (reply?.hasHeader('idempotency-replayed')) await dropUploads(parts, files);
    return answer;
  } catch (error) {
    await dropUploads(parts, files);
    throw error;
  }
}

/** Inserts the row of a stored file. @returns its id */
export async function insertFile(tx: Tx, file: Omit<StoredUpload, 'field' | 'pixels'>): Promise<string> {
  const id = newId();
  await executeUnread(
    tx,
    tx.insertInto('file').values({
      id,
      storage_key: file.key,
      name: file.name,
      media_type: file.mediaType,
      size: file.size,
      sha256: file.sha256,
    }),
  );
  return id;
}

const compiled = new WeakMap<TObject, ReturnType<typeof Compile>>();

export function checkedBody<T extends TObject>(schema: T, value: unknown): Static<T> {
  const check = compiled.get(schema) ?? Compile(schema);
  compiled.set(schema, check);
  if (check.Check(value)) return value as Static<T>;
  const errors = new Map<string, ReturnType<typeof fieldProblem>>();
  for (const { keyword, instancePath, schemaPath, params } of check.Errors(value)) {
    // Also reported as an unknown field.
    if (keyword === 'boolean') continue;
    const { additionalProperties, requiredProperties } = params as {
      additionalProperties?: string[];
      requiredProperties?: string[];
    };
    for (const own of additionalProperties ?? requiredProperties ?? [undefined]) {
      const parentSchema = at(schema, schemaPath) as FieldSchema | undefined;
      const data = at(value, instancePath);
      const found = fieldProblem(
        { keyword, instancePath, params: params as Record<string, unknown>, parentSchema, data },
        own,
      );
      if (!errors.has(found.field)) errors.set(found.field, found);
    }
  }
  const list = [...errors.values()].slice(0, 20);
  throw problem(422, list[0]!.detail, { errors: list.map(({ field, message }) => ({ field, message })) });
}

/** The value at a JSON pointer. */
const at = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((inner: unknown, name) => (inner as Record<string, unknown> | undefined)?.[name], value);

/** The form's schema for the contract (OpenAPI 3.1, "Special Considerations for multipart Content"). */
export function formSchema({ fields, files }: Form): object {
  const parts = Object.entries(files).map(([name, { accepts, bytes, maximum = 1, orText }]) => {
    const { what } = ACCEPTED_FILES[accepts];
    const description = `${what.charAt(0).toUpperCase()}${what.slice(1)}, of at most ${showLimit(bytes)}${orText ? '; or text' : ''}`;
    const file = { type: 'string', format: 'binary', maxLength: bytes, description };
    return [name, maximum === 1 ? file : { type: 'array', items: file, maxItems: maximum }] as const;
  });
  const needed = Object.keys(files).filter((name) => files[name]!.needed !== undefined);
  return {
    type: 'object',
    additionalProperties: false,
    properties: { ...fields.properties, ...Object.fromEntries(parts) },
    ...((fields.required?.length ?? 0) + needed.length > 0
      ? { required: [...(fields.required ?? []), ...needed] }
      : {}),
  };
}
