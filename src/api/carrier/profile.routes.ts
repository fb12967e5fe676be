import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Api } from '#src/api/platform/http.ts';
import { keepingUploads, readMultipart } from '#src/api/platform/multipart.ts';
import type { StoredUpload } from '#src/api/platform/multipart.ts';
import { dateIn } from '#src/api/platform/parts.ts';
import type { ApiParts } from '#src/api/platform/parts.ts';
import { withoutMetadata } from '#src/api/platform/photo-metadata.ts';
import { needsCarrier } from '#src/api/platform/principal.ts';
import { notFound, problem } from '#src/api/platform/problem.ts';
import { Strict, Uuid, problems } from '#src/api/platform/schemas.ts';
import { sendFile } from '#src/api/platform/send-file.ts';
import type { LicenseRow } from '#src/api/platform/tables/carrier.ts';
import { write } from '#src/api/platform/write.ts';
import type { Tx } from '#src/api/platform/write.ts';
import { carrierById } from './carrier.repository.ts';
import { addPolicy, removePolicy, wrongPolicy } from './insurance.repository.ts';
import { presentProfile } from './profile.present.ts';
import { saveProfile } from './profile.repository.ts';
import { CarrierProfile, MAXIMUM_LICENSES, PolicyForm, ProfileForm } from './profile.schemas.ts';

const MAXIMUM_FILE_BYTES = 25 * 1024 * 1024;
/** Papers: scanned or photographed. What else somebody sends is not a certificate. */
const PAPERS = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic']);
const answer = { 200: CarrierProfile, ...problems };

const wrong = (field: string, message: string) => problem(422, message, { errors: [{ field, message }] });

/** Only papers, all in the field `field`, and without what a photo knows of its place. @throws Problem 422 */
async function papersOnly(parts: ApiParts, files: StoredUpload[], field: string): Promise<void> {
  for (const file of files) {
    if (file.field !== field) throw wrong(file.field, `Send files in the field "${field}".`);
    if (!PAPERS.has(file.mediaType)) throw wrong(field, `Send a PDF or a photo (JPEG, PNG). ${file.name} is neither.`);
  }
  await withoutMetadata(parts, files, field);
}

/** A carrier's own company: profile, licenses, insurance. */
export function carrierProfileRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const own = { schema: { params: Strict({ id: Uuid }) } };

  async function writing(request: FastifyRequest, reply: FastifyReply, fingerprint: string, change: (tx: Tx, carrierId: string) => Promise<void>) {
    const { accountId, carrierId } = needsCarrier(request);
    const work = async (tx: Tx) => {
      await change(tx, carrierId);
      return presentProfile(tx, parts, carrierId);
    };
    return (await write(parts.database, request, reply, accountId, work, fingerprint)) as never;
  }

  app.get('/carrier/profile', { schema: { response: answer } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    return (await presentProfile(kysely, parts, needsCarrier(request).carrierId)) as never;
  });

  app.put(
    '/carrier/',
    {
      schema: {
        summary:
          'Multipart: legal_name, docket_number, contact_name, phone, address, city, state, zip, equipment and service_states (repeated), licenses (JSON: kind, number, state, expires, id and file where there are), license_files, version. Without licenses or docket_number those stay as they are.',
        response: answer,
      },
    },
    async (request, reply) => {
      needsCarrier(request);
      const { fields, files, fingerprint } = await readMultipart(request, parts, ProfileForm, { files: MAXIMUM_LICENSES, bytes: MAXIMUM_FILE_BYTES, json: ['licenses'], repeated: ['equipment', 'service_states'] });
      return keepingUploads(parts, files, async () => {
        await papersOnly(parts, files, 'license_files');
        return writing(request, reply, fingerprint + JSON.stringify(fields), (tx, carrierId) => saveProfile(tx, parts, carrierId, fields, files));
      }, reply);
    },
  );

  app.post(
    '/carrier/insurance/upload',
    { schema: { summary: 'Multipart: insurance (file), expiration_date, kind, insurer, policy_number, limit (US cents), effective', response: answer } },
    async (request, reply) => {
      needsCarrier(request);
      const { fields, files, fingerprint } = await readMultipart(request, parts, PolicyForm, { files: 1, bytes: MAXIMUM_FILE_BYTES });
      return keepingUploads(parts, files, async () => {
        const errors = wrongPolicy(fields, dateIn(parts.brokerage.zone, parts.now()));
        if (errors.length > 0) throw problem(422, errors[0]!.message, { errors });
        const [file] = files;
        if (!file) throw wrong('insurance', 'Attach the certificate of insurance.');
        await papersOnly(parts, files, 'insurance');
        return writing(request, reply, fingerprint + JSON.stringify(fields), (tx, carrierId) => addPolicy(tx, parts, carrierId, fields, file));
      }, reply);
    },
  );

  app.delete('/carrier/insurance/:id', { schema: { ...own.schema, response: answer } }, async (request, reply) =>
    writing(request, reply, '', (tx, carrierId) => removePolicy(tx, parts, carrierId, request.params.id)),
  );

  app.get('/carrier/insurance/:id/file', own, async (request, reply) => {
    const { carrierId } = needsCarrier(request);
    return sendPolicyFile(parts, reply, carrierId, request.params.id);
  });

  app.get('/carrier/licenses/:id/file', own, async (request, reply) => {
    const { carrierId } = needsCarrier(request);
    return sendLicenseFile(parts, reply, carrierId, request.params.id);
  });
}

/** @throws Problem 404 where it is not a policy of this carrier, or came without a file */
export async function sendPolicyFile(parts: ApiParts, reply: FastifyReply, carrierId: string, id: string) {
  const policy = await parts.database.kysely.selectFrom('insurance_policy').select('file_id').where('id', '=', id).where('carrier_id', '=', carrierId).executeTakeFirst();
  return sendFile(parts, reply, policy?.file_id ?? null);
}

/** @throws Problem 404 */
export async function sendLicenseFile(parts: ApiParts, reply: FastifyReply, carrierId: string, id: string) {
  const licenses = (await carrierById(parts.database.kysely, carrierId)).licenses as LicenseRow[];
  const license = licenses.find((one) => one.id === id);
  if (!license) throw notFound('license');
  return sendFile(parts, reply, license.file_id);
}
