import { Type } from 'typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { leadById } from '#src/api/agent-lead/agent-lead.repository.ts';
import { toldStop } from '#src/api/agent-lead/guessed-zip.ts';
import type { LeadRow } from '#src/api/agent-lead/agent-lead.query.ts';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import { LONGEST_IMAGE } from '#src/api/agreement/agreement.schemas.ts';
import { facts, heading, instantIn, paragraph } from '#src/api/agreement/document.ts';
import type { PaperDocument } from '#src/api/agreement/document.ts';
import { inventoryBlocks, route } from '#src/api/agreement/move-blocks.ts';
import { printSealed } from '#src/api/agreement/press.ts';
import { mustBeSigner, needsInk } from '#src/api/agreement/signature.ts';
import { carrierById } from '#src/api/carrier/carrier.repository.ts';
import type { CarrierRow } from '#src/api/carrier/carrier.repository.ts';
import { loadById } from '#src/api/carrier/load.repository.ts';
import { answeredBefore, inTransaction, write } from '#src/api/database/write.ts';
import { loadCertificate } from '#src/api/document/seal.ts';
import { createClientAddress } from '#src/api/http/client-address.ts';
import { keepingUploads } from '#src/api/http/multipart.ts';
import { problem } from '#src/api/http/problem.ts';
import { Instant, Name, Nullable, Strict, Text, Zone } from '#src/api/http/schemas.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { isZone } from '#src/machines/calendar/zone.ts';
import { placeWords } from '#src/machines/place/place-words.ts';
import { readLogo } from '#src/api/settings/logo.ts';
import { addPapers } from './carrier-job.papers.ts';
import { jobRecord, ownJob } from './carrier-job.record.ts';

const MAXIMUM_BYTES = 10 * 1_048_576;
const VERSION = 'delivery-receipt/1';

/** What the person at the door signs, on the carrier's device. */
export const ReceiptBody = Strict({
  name: Name(120),
  exceptions: Type.Optional(Nullable(Text(2000))),
  image: Type.String({
    pattern: '^data:image/png;base64,[A-Za-z0-9+/=]+$',
    maxLength: LONGEST_IMAGE,
    description: 'The drawn signature',
  }),
  signed_at: { ...Instant, description: 'By the clock of the device, which may have had no connection' },
  zone: Zone,
});
type Receipt = Static<typeof ReceiptBody>;

interface Signed {
  lead: LeadRow;
  carrier: CarrierRow;
  given: Receipt;
  /** When it was signed, but never in the future. */
  at: string;
}

const wrong = (field: string, message: string) => problem(422, message, { errors: [{ field, message }] });

/** The time of the signature, capped at now if the device's clock is fast. */
const signedAt = (given: Receipt, now: Date): string =>
  new Date(Math.min(Date.parse(given.signed_at), now.getTime())).toISOString();

/** "Delivery receipt" as data; the drawn signature is below it. */
export function receiptDocument({ lead, carrier, given, at }: Signed, broker: string): PaperDocument {
  const stops = lead.stops as {
    role: string;
    address?: string | null;
    city: string;
    state: string;
    zip: string;
    note?: string | null;
  }[];
  const last = stops.findLast(({ role }) => role === 'drop-off');
  const exceptions = given.exceptions?.trim();
  return {
    title: 'Delivery receipt',
    subtitle: `${lead.reference} · ${route(lead)}`,
    templateVersion: VERSION,
    blocks: [
      facts(
        ['Load', lead.reference],
        ['Broker', broker],
        ['Carrier', carrier.legal_name],
        ['USDOT', carrier.usdot],
        ['Client', lead.client_name],
        last ? ['Delivered to', [last.address, placeWords(toldStop(last))].filter(Boolean).join(', ')] : null,
        ['Signed', instantIn(given.zone, at)],
      ),
      heading('What was received'),
      paragraph(
        exceptions
          ? 'I received the goods listed below from the carrier, with the exceptions noted here.'
          : 'I received the goods listed below from the carrier. No exceptions were noted.',
      ),
      ...(exceptions ? [heading('Exceptions'), paragraph([{ strong: exceptions }])] : []),
      heading('The goods'),
      ...inventoryBlocks(lead),
    ],
  };
}

async function print(parts: ApiParts, signed: Signed, from: { address: string; browser: string }): Promise<Buffer> {
  const { brokerage } = parts;
  const { lead, carrier, given, at } = signed;
  const document = receiptDocument(signed, brokerage.name);
  return printSealed({
    kind: 'paper',
    brokerage,
    logo: await readLogo(parts),
    document: {
      ...document,
      blocks: [
        ...document.blocks,
        heading('How it was signed'),
        facts(
          ['Kind of signature', `Drawn by hand on the screen of ${carrier.legal_name}`],
          ['Signed', `${instantIn(given.zone, at)}, by the clock of the device`],
          ['Received', instantIn(given.zone, parts.now().toISOString())],
          ['IP address', from.address],
          ['Browser', from.browser || 'Not recorded'],
        ),
      ],
    },
    footer: `Delivery receipt · ${lead.reference}`,
    createdAt: parts.now(),
    signature: {
      party: 'Received by',
      name: given.name,
      note: `Signed on ${instantIn(given.zone, at)}`,
      image: given.image,
    },
    certificate: parts.sealCertificate ?? (await loadCertificate(parts.dataDir, brokerage.name)),
    seal: { name: brokerage.name, reason: `Delivery receipt signed by ${given.name}`, location: brokerage.address },
    sealedAt: parts.now(),
  });
}

type LoadAnswer = Awaited<ReturnType<typeof loadById>>;

/** Turns the client's signature into a sealed paper of the job. @throws Problem 404, 409, 422 */
export function receiptSigning(parts: ApiParts) {
  const { kysely } = parts.database;
  const clientAddress = createClientAddress(parts.sessionSecret);
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    given: Receipt,
    { leadId, carrierId, actor }: { leadId: string; carrierId: string; actor: Actor & { id: string } },
  ) => {
    const earlier = await answeredBefore<LoadAnswer>(parts.database, request, reply, actor.id);
    if (earlier) return earlier;
    const own = await ownJob(kysely, leadId, carrierId);
    mustBeSigner(given.name, 'name');
    if (!isZone(given.zone)) throw wrong('zone', 'This is not a time zone.');
    await needsInk(given.image, 'image');
    const at = signedAt(given, parts.now());
    const event = { type: 'receipt.signed', by: actor.role, at } as const;
    // Checked before the paper is rendered, and again when it is saved.
    await inTransaction(parts.database, async (tx) =>
      jobRecord.mustAllow(await jobRecord.hold(tx, parts, { id: own.id }), event, actor),
    );
    const lead = await leadById(kysely, leadId);
    const sealed = await print(
      parts,
      { lead, carrier: await carrierById(kysely, carrierId), given, at },
      { address: clientAddress(request), browser: request.headers['user-agent'] ?? '' },
    );
    const file = {
      ...(await parts.files.put(sealed, { maximumBytes: MAXIMUM_BYTES })),
      field: 'content',
      name: `Delivery receipt ${lead.reference}.pdf`,
      mediaType: 'application/pdf',
    };
    return await keepingUploads(
      parts,
      [file],
      () =>
        write(parts.database, request, reply, actor.id, async (tx) => {
          const job = await ownJob(tx, leadId, carrierId);
          await addPapers(tx, parts, job, [file], 'delivery-receipt', actor, event);
          return loadById(tx, parts, leadId, carrierId);
        }),
      reply,
    );
  };
}
