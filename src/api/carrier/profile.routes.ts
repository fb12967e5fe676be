import type { FastifyReply, FastifyRequest } from 'fastify';
import { replaceAvatar } from '#src/api/account/avatar.repository.ts';
import type { Api } from '#src/api/http/http.ts';
import { keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { needsCarrier } from '#src/api/http/principal.ts';
import { notFound } from '#src/api/http/problem.ts';
import { Strict, Uuid, problems } from '#src/api/http/schemas.ts';
import { sendFile } from '#src/api/file/send-file.ts';
import { write } from '#src/api/database/write.ts';
import type { Tx } from '#src/api/database/write.ts';
import { dateIn } from '#src/machines/calendar/days.ts';
import { carrierById } from './carrier.repository.ts';
import { addPolicy, completePolicy, refuseWrongPolicy, removePolicy } from './insurance.repository.ts';
import { presentProfile } from './profile.present.ts';
import { saveProfile } from './profile.repository.ts';
import { CarrierProfile, PolicyFacts, PolicyForm, ProfileForm } from './profile.schemas.ts';

const answer = { 200: CarrierProfile, ...problems };

/** A carrier's own company: profile, licenses, insurance. */
export function carrierProfileRoutes(app: Api, parts: ApiParts): void {
  const { kysely } = parts.database;
  const own = { schema: { params: Strict({ id: Uuid }) } };

  async function writing(
    request: FastifyRequest,
    reply: FastifyReply,
    fingerprint: string,
    change: (tx: Tx, carrierId: string) => Promise<void>,
  ) {
    const { accountId, carrierId } = needsCarrier(request);
    const work = async (tx: Tx) => {
      await change(tx, carrierId);
      return presentProfile(tx, parts, carrierId);
    };
    return await write(parts.database, request, reply, accountId, work, fingerprint);
  }

  app.get('/carrier/profile', { schema: { response: answer } }, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    return await presentProfile(kysely, parts, needsCarrier(request).carrierId);
  });

  app.put(
    '/carrier/',
    {
      schema: { summary: 'The company; what is left out stays as it is', response: answer },
      config: takes(ProfileForm),
    },
    async (request, reply) => {
      const principal = needsCarrier(request);
      const { fields, files, fingerprint } = await readForm(request, parts, ProfileForm);
      const [licenses, [picture]] = [
        files.filter(({ field }) => field === 'license_files'),
        files.filter(({ field }) => field === 'profile'),
      ];
      return keepingUploads(
        parts,
        files,
        () =>
          writing(request, reply, fingerprint + JSON.stringify(fields), async (tx, carrierId) => {
            await saveProfile(tx, parts, carrierId, fields, licenses);
            if (picture) await replaceAvatar(tx, parts, principal, picture);
          }),
        reply,
      );
    },
  );

  app.post(
    '/carrier/insurance/upload',
    {
      schema: {
        summary: 'A certificate of insurance. Without all facts it is kept, and is no cover until they are given',
        response: answer,
      },
      config: takes(PolicyForm),
    },
    async (request, reply) => {
      needsCarrier(request);
      const { fields, files, fingerprint } = await readForm(request, parts, PolicyForm);
      return keepingUploads(
        parts,
        files,
        async () => {
          refuseWrongPolicy(fields, dateIn(parts.brokerage.zone, parts.now()));
          return writing(request, reply, fingerprint + JSON.stringify(fields), (tx, carrierId) =>
            addPolicy(tx, parts, carrierId, fields, files[0]!),
          );
        },
        reply,
      );
    },
  );

  app.post(
    '/carrier/insurance/:id/complete',
    {
      schema: {
        ...own.schema,
        summary: 'Says what a certificate is still missing; from then on it is a policy',
        body: PolicyFacts,
        response: answer,
      },
    },
    async (request, reply) => {
      needsCarrier(request);
      return writing(request, reply, '', (tx, carrierId) =>
        completePolicy(tx, parts, carrierId, request.params.id, request.body),
      );
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

/** @throws Problem 404 if it is not a policy of this carrier, or has no file */
export async function sendPolicyFile(parts: ApiParts, reply: FastifyReply, carrierId: string, id: string) {
  const { kysely } = parts.database;
  const policy =
    (await kysely
      .selectFrom('insurance_policy')
      .select('file_id')
      .where('id', '=', id)
      .where('carrier_id', '=', carrierId)
      .executeTakeFirst()) ??
    (await kysely
      .selectFrom('incomplete_policy')
      .select('file_id')
      .where('id', '=', id)
      .where('carrier_id', '=', carrierId)
      .executeTakeFirst());
  return sendFile(parts, reply, policy?.file_id ?? null);
}

/** @throws Problem 404 */
export async function sendLicenseFile(parts: ApiParts, reply: FastifyReply, carrierId: string, id: string) {
  const licenses = (await carrierById(parts.database.kysely, carrierId)).licenses;
  const license = licenses.find((one) => one.id === id);
  if (!license) throw notFound('license');
  return sendFile(parts, reply, license.file_id);
}
