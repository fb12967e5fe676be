import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import { SIGNER_NAME_NEEDED, isSignerName } from '#src/machines/agreement/signer-name.ts';
import { ImageRefused, hasInk } from '#src/api/file/images.ts';
import { checkedBody, dropUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { problem } from '#src/api/http/problem.ts';
import { FlagText, Name, Strict } from '#src/api/http/schemas.ts';
import { isZone } from '#src/machines/calendar/zone.ts';
import type { Signature } from './agreement.repository.ts';
import { LONGEST_IMAGE, SignatureBody } from './agreement.schemas.ts';

const { document_hash, zone } = SignatureBody.properties;

/**
 * A signature as a form: `signature` is the image of a drawn one, or the name as text. A drawn one also needs `name`.
 */
const SignatureForm = {
  fields: Strict({
    signature: Type.Optional(Name(120)),
    name: Type.Optional(Name(120)),
    has_consent: FlagText,
    document_hash,
    zone,
  }),
  files: {
    signature: {
      accepts: 'photos',
      bytes: 2 * 1024 * 1024,
      fitPixels: 1000,
      as: 'png',
      orText: true,
      needed: 'Add your signature: an image of it, or your name as text.',
    },
  },
} satisfies Form;

/** Route configuration for calls that sign. */
export const signatureConfig = takes(SignatureForm, SignatureBody);

interface GivenSignature {
  signature: Signature;
  hasConsent: boolean;
  shownHash: string;
  zone: string;
  fingerprint: string;
}

const wrong = (field: string, message: string) => problem(422, message, { errors: [{ field, message }] });

/** The signature of a request, as JSON or as a form. @throws Problem 422, also for a text that is no name, and a drawing without a line */
export async function readSignature(request: FastifyRequest, parts: ApiParts): Promise<GivenSignature> {
  const { body, fingerprint } = request.isMultipart()
    ? await fromForm(request, parts)
    : { body: checkedBody(SignatureBody, request.body ?? {}), fingerprint: '' };
  const { kind, name, image: drawn, has_consent, document_hash: shownHash, zone: zoneName } = body;
  mustBeSigner(name, request.isMultipart() && kind === 'typed' ? 'signature' : 'name');
  if (!isZone(zoneName)) throw wrong('zone', 'This is not a time zone.');
  if (kind === 'drawn' && drawn) await needsInk(drawn, request.isMultipart() ? 'signature' : 'image');
  return {
    signature: { kind, name, ...(drawn === undefined ? {} : { image: drawn }) },
    hasConsent: has_consent,
    shownHash,
    zone: zoneName,
    fingerprint,
  };
}

async function fromForm(
  request: FastifyRequest,
  parts: ApiParts,
): Promise<{ body: SignatureBody; fingerprint: string }> {
  const { fields, files, fingerprint } = await readForm(request, parts, SignatureForm);
  try {
    const { signature: typed, has_consent, ...shared } = fields;
    const [file] = files;
    const given = { ...shared, has_consent: has_consent === 'true' };
    if (!file && fields.name !== undefined && fields.name !== typed)
      throw wrong('name', 'The typed signature is another name. Send one of them.');
    if (!file) return { body: { ...given, kind: 'typed', name: typed! }, fingerprint: JSON.stringify(fields) };
    if (fields.name === undefined) throw wrong('name', 'Add the name of the person who signs.');
    const drawn = `data:image/png;base64,${(await parts.files.readAll(file.key)).toString('base64')}`;
    if (drawn.length > LONGEST_IMAGE)
      throw wrong('signature', 'This image of a signature is too large. Send a smaller one.');
    return {
      body: { ...given, kind: 'drawn', name: fields.name, image: drawn },
      fingerprint: fingerprint + JSON.stringify(fields),
    };
  } finally {
    // The image is stored with the agreement itself, so the upload is no longer needed.
    await dropUploads(parts, files);
  }
}

/** @throws Problem 422 for a text that is no name */
export function mustBeSigner(name: string, field: string): void {
  if (!isSignerName(name)) throw wrong(field, SIGNER_NAME_NEEDED);
}

/** @throws Problem 422 for a drawing without a line */
export async function needsInk(url: string, field: string): Promise<void> {
  const isDrawn = await hasInk(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')).catch((error: unknown) => {
    throw error instanceof ImageRefused ? wrong(field, error.message) : error;
  });
  if (!isDrawn) throw wrong(field, 'This signature is empty. Draw it, or type your name.');
}
