import { Type } from 'typebox';
import type { Static } from 'typebox';
import {
  agreementById,
  declineAgreement,
  signAgreement,
  voidAgreements,
} from '#src/api/agreement/agreement.repository.ts';
import type { Signature, Signer } from '#src/api/agreement/agreement.repository.ts';
import { loseBids } from '#src/api/bid/bid.repository.ts';
import { openLink, revokeLinks } from '#src/api/link/link.ts';
import type { Api } from '#src/api/http/http.ts';
import { checkedBody, insertFile, keepingUploads, readForm, takes } from '#src/api/http/multipart.ts';
import type { Form, StoredUpload } from '#src/api/http/multipart.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { notFound, problem } from '#src/api/http/problem.ts';
import { CalendarDate, Cents, Nullable, Strict, Uuid } from '#src/api/http/schemas.ts';
import { mustBeAsSeen } from '#src/api/http/seen.ts';
import { executeUnread } from '#src/api/database/prepared.ts';
import type { Tx } from '#src/api/database/write.ts';
import { contractReopenedMail } from './agent-lead.mails.ts';
import { LEFT_BOARD, tellLosers } from './agent-lead.board.ts';
import { presentLead } from './agent-lead.present.ts';
import type { LeadRow } from './agent-lead.query.ts';
import { leadById } from './agent-lead.repository.ts';
import { changeLead, moveLead } from './agent-lead.transition.ts';
import { withdrawCardForms } from './ledger.ts';
import type { Known } from './agent-lead.transition.ts';
import { drawUpContract, killContractLinks } from './contract.mail.ts';
import {
  agentOf,
  answersLead,
  LeadFields,
  leadMove,
  LeadParams,
  leadWrite,
  numberOrNull,
  PAPER_FILE,
  Reason,
  version,
  VersionText,
  versionOf,
} from './lead-write.ts';

const Contract = Strict({
  version,
  total: Type.Optional(Cents),
  follow_up_date: Type.Optional(Nullable(CalendarDate)),
});
const ContractedForm = {
  fields: Strict({ signed_at: Type.Optional(CalendarDate), version: VersionText }),
  files: { broker_shipper_agreement: PAPER_FILE },
} satisfies Form;
/** Without the document: it is still to come. */
const ContractedBody = Strict({ signed_at: Type.Optional(CalendarDate), version });

/** What agents do with the agreement; for what its client does see `contract.routes.ts`. */
export function agreementRoutes(app: Api, parts: ApiParts): void {
  leadMove(app, parts, 'contract/reopen', Reason, reopenContract);

  app.post(
    '/agent-lead/contract/:contractId/send',
    {
      schema: {
        params: Strict({ contractId: Uuid }),
        querystring: LeadFields,
        body: Type.Optional(Nullable(Contract)),
        response: answersLead,
      },
    },
    async (request, reply) => {
      const { body, params } = request;
      return await leadWrite(parts, request, reply, (tx, actor) =>
        sendContract(tx, parts, { version: versionOf(body), actor }, params.contractId, body ?? {}),
      );
    },
  );

  app.post(
    '/agent-lead/:leadId/contracted/send',
    {
      schema: {
        summary: 'The contract was signed on paper: the paper and its date, both',
        params: LeadParams,
        querystring: LeadFields,
        response: answersLead,
      },
      config: takes(ContractedForm, ContractedBody),
    },
    async (request, reply) => {
      agentOf(request);
      const upload = request.isMultipart()
        ? await readForm(request, parts, ContractedForm)
        : { fields: checkedBody(ContractedBody, request.body ?? {}), files: [], fingerprint: '' };
      const { signed_at: signedOn = null, version: seen } = upload.fields;
      const agreement = upload.files[0] ?? null;
      return await keepingUploads(parts, upload.files, async () => {
        // With neither, the lifecycle decides; only one of the two is a mistake.
        if (agreement && !signedOn) throw wrong('signed_at', 'Add the date on which the agreement was signed.');
        if (signedOn && !agreement) throw wrong('broker_shipper_agreement', 'Attach the signed agreement.');
        return leadWrite(
          parts,
          request,
          reply,
          (tx, actor) =>
            markContracted(
              tx,
              parts,
              { leadId: request.params.leadId, version: numberOrNull(seen), actor },
              { agreement, signedOn },
            ),
          upload.fingerprint + JSON.stringify(upload.fields),
        );
      });
    },
  );
}

const wrong = (field: string, message: string) => problem(422, message, { errors: [{ field, message }] });

/** When the lead goes back a step, a contract that still waits can no longer be signed. */
export async function withdrawContract(tx: Tx, parts: ApiParts, lead: LeadRow): Promise<void> {
  if (lead.state !== 'contract-sent') return;
  await killContractLinks(tx, parts, lead.id);
  await voidAgreements(tx, lead.id, 'broker-shipper', parts.now());
}

async function revokeEstimateLinks(tx: Tx, leadId: string, now: Date): Promise<void> {
  const estimates = await tx.selectFrom('estimate').select('id').where('lead_id', '=', leadId).execute();
  await revokeLinks(
    tx,
    'estimate',
    estimates.map(({ id }) => id),
    now,
  );
}

/**
 * What the client was sent or has signed is to change: its links are revoked, the load leaves the board, and the lead
 * goes back to its quote. A signed agreement stays among the lead's files.
 */
export async function reopenContract(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  { reason }: Static<typeof Reason>,
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({ type: 'contract.reopened', by: known.actor.role, reason }),
    apply: async ({ lead: before, now }) => {
      await killContractLinks(tx, parts, before.id);
      // The price is about to change, so it is not on offer until it is sent again.
      await revokeEstimateLinks(tx, before.id, now);
      await withdrawCardForms(tx, parts, before.id);
      await voidAgreements(tx, before.id, 'broker-shipper', now);
      await tellLosers(tx, parts, before, await loseBids(tx, before.id, () => LEFT_BOARD, now), LEFT_BOARD);
      await executeUnread(
        tx,
        tx
          .updateTable('contract')
          .set({
            agreement_id: null,
            follow_up_date: null,
            signed_at: null,
            signed_by: null,
            signed_file_id: null,
            reopened_at: now.toISOString(),
          })
          .where('lead_id', '=', before.id),
      );
      if (before.client_email)
        await parts.mail.send(tx, {
          to: before.client_email,
          kind: 'contract-reopened',
          leadId: before.id,
          ...contractReopenedMail({ brokerage: parts.brokerage, lead: before, isSigned: before.signed_at !== null }),
        });
      return { payload: { reason } };
    },
  });
  return lead;
}

/**
 * Sends the broker-shipper agreement; an earlier one and its links are revoked. `contractId` is the lead's contract.
 */
export async function sendContract(
  tx: Tx,
  parts: ApiParts,
  known: Omit<Known, 'leadId'>,
  contractId: string,
  given: Static<typeof Contract>,
): Promise<LeadRow> {
  const contract = await tx.selectFrom('contract').select('lead_id').where('id', '=', contractId).executeTakeFirst();
  if (!contract) throw notFound('contract');
  const { lead } = await moveLead(tx, parts, {
    ...known,
    leadId: contract.lead_id,
    event: () => ({ type: 'contract.sent', by: known.actor.role }),
    apply: async ({ lead: before, facts, now, today }) => {
      if (given.follow_up_date && given.follow_up_date < today)
        throw problem(422, 'The follow-up date is in the past.', {
          errors: [{ field: 'follow_up_date', message: 'Choose today or a later day.' }],
        });
      mustBeAsSeen(
        { total: given.total },
        { total: before.quote_total },
        'The quote’s price has changed since you saw it.',
        () => ({ state: before.state, current: presentLead(before, facts) }),
      );
      const agreementId = await drawUpContract(tx, parts, before, {
        now,
        createdBy: known.actor.id,
        followUpDate: given.follow_up_date ?? null,
      });
      return { payload: { agreementId, followUpDate: given.follow_up_date ?? null } };
    },
  });
  return lead;
}

/** The agent records a contract that was signed on paper. */
export async function markContracted(
  tx: Tx,
  parts: ApiParts,
  known: Known,
  given: { agreement: StoredUpload | null; signedOn: string | null },
): Promise<LeadRow> {
  const { lead } = await moveLead(tx, parts, {
    ...known,
    event: () => ({
      type: 'contract.marked-signed',
      by: known.actor.role,
      hasSignedPaper: given.agreement !== null && given.signedOn !== null,
    }),
    apply: async ({ lead: before, today }) => {
      if (given.signedOn! > today)
        throw problem(422, 'The day of the signature is in the future.', {
          errors: [{ field: 'signed_at', message: 'Use today or an earlier day.' }],
        });
      const fileId = await insertFile(tx, given.agreement!);
      await withdrawContract(tx, parts, before);
      await executeUnread(
        tx,
        tx
          .updateTable('contract')
          .set({ signed_at: `${given.signedOn}T12:00:00Z`, signed_by: 'paper', signed_file_id: fileId })
          .where('lead_id', '=', before.id),
      );
      return { payload: { signedBy: 'paper', signedOn: given.signedOn } };
    },
  });
  return lead;
}

/** The client signs behind a link: both the agreement's and the lead's lifecycle must accept it. */
export async function signContract(
  tx: Tx,
  parts: ApiParts,
  token: string,
  given: { signature: Signature; hasConsent: boolean; shownHash: string; signer: Signer },
): Promise<string> {
  const link = await openLink(tx, token, 'agreement', parts.now());
  const agreement = await agreementById(tx, link.subject_id);
  await changeLead(tx, parts, {
    leadId: agreement.lead_id!,
    version: null,
    actor: { id: null, name: given.signature.name.trim(), role: 'client' },
    event: async ({ now }) => {
      // An agent may have revoked the link while this waited for the lock.
      await openLink(tx, token, 'agreement', now);
      return { type: 'contract.signed', by: 'client' };
    },
    apply: async ({ lead, now }) => {
      await signAgreement(tx, agreement.id, { ...given, now });
      await executeUnread(
        tx,
        tx
          .updateTable('contract')
          .set({ signed_at: now.toISOString(), signed_by: 'client' })
          .where('lead_id', '=', lead.id),
      );
      await parts.jobs.enqueue(tx, 'agreement.seal', { id: agreement.id });
      return { payload: { signedBy: 'client', agreementId: agreement.id } };
    },
  });
  return agreement.id;
}

export async function declineContract(tx: Tx, parts: ApiParts, token: string, reason: string): Promise<string> {
  const link = await openLink(tx, token, 'agreement', parts.now());
  const agreement = await agreementById(tx, link.subject_id);
  const { id: leadId, client_name: name } = await leadById(tx, agreement.lead_id!);
  await changeLead(tx, parts, {
    leadId,
    version: null,
    actor: { id: null, name, role: 'client' },
    event: async ({ now }) => {
      await openLink(tx, token, 'agreement', now);
      return { type: 'contract.declined', by: 'client', reason };
    },
    apply: async ({ today, now }) => {
      await declineAgreement(tx, agreement.id, 'client', reason, now);
      return {
        set: { follow_up_date: today, follow_up_reason: `Declined the contract: ${reason}`.slice(0, 500) },
        payload: { reason },
      };
    },
  });
  return agreement.id;
}
