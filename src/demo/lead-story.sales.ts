import { AGREEMENT_MODEL_VERSION, agreementLifecycle } from '#src/machines/agreement/agreement.lifecycle.ts';
import type { AgreementEvent } from '#src/machines/agreement/agreement.lifecycle.ts';
import type { Actor } from '#src/api/agent-lead/agent-lead.transition.ts';
import { CONSENT } from '#src/api/agreement/agreement.repository.ts';
import type { AgreementRow } from '#src/api/agreement/agreement.repository.ts';
import { renderBrokerShipper } from '#src/api/agreement/broker-shipper.template.ts';
import type { RenderedDocument } from '#src/api/agreement/document.ts';
import { sha256 } from '#src/api/database/ids.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { firstTerms, nextTerms } from './demo-estimate.ts';
import { tell } from './lead-story.ts';
import type { Story, World } from './lead-story.ts';
import { DAY } from '#src/machines/calendar/durations.ts';

/** What agents and clients do with a lead until it is contracted; each verb mirrors one of `agent-lead.sales.ts`. */

const PHONES = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36',
] as const;

export const clientOf = (story: Story): Actor => ({ id: null, name: story.lead.client_name, role: 'client' });

export function edit(world: World, story: Story, at: Date, set: { notes?: string; special_items?: string }): void {
  tell(world, story, at, story.agent, { type: 'lead.edited', by: 'agent' }, () => ({
    set,
    payload: { changed: Object.keys(set) },
  }));
}

/** A new estimate: the first, or the next version of the last one. */
export function estimate(world: World, story: Story, at: Date, validDays: number): void {
  const { chance } = world;
  const last = story.estimates.at(-1);
  const terms = last ? nextTerms(chance, last) : firstTerms(chance, story.lead);
  tell(world, story, at, story.agent, { type: 'lead.edited', by: 'agent' }, () => {
    const number = story.estimates.length + 1;
    story.estimates.push({
      id: chance.id(at),
      lead_id: story.lead.id,
      number,
      ...terms,
      valid_until: addDays(dateIn(world.brokerage.zone, at), validDays),
      sent_at: null,
      created_by: story.agent.id,
      version: 1,
      created_at: at.toISOString(),
    });
    return { payload: { estimate: number, total: terms.total } };
  });
}

export function sendQuote(world: World, story: Story, at: Date): void {
  const sent = story.estimates.at(-1)!;
  tell(
    world,
    story,
    at,
    story.agent,
    { type: 'quote.sent', by: 'agent', total: sent.total, validUntil: sent.valid_until },
    () => {
      Object.assign(sent, { sent_at: at.toISOString(), version: sent.version + 1 });
      addLink(world, story, at, 'estimate', sent.id, new Date(Date.parse(`${sent.valid_until}T23:59:59Z`) + 30 * DAY));
      return {
        set: { quoted_estimate_id: sent.id, quote_sent_at: at.toISOString() },
        payload: { estimate: sent.number, total: sent.total, validUntil: sent.valid_until },
      };
    },
  );
}

export function followUp(world: World, story: Story, at: Date, date: string, reason: string): void {
  tell(world, story, at, story.agent, { type: 'lead.followed-up', by: 'agent', date, reason }, () => {
    withdrawContract(story, at);
    return { set: { follow_up_date: date, follow_up_reason: reason }, payload: { date, reason } };
  });
}

function withdrawContract(story: Story, at: Date): void {
  if (story.lead.state !== 'contract-sent') return;
  revokeAgreementLinks(story, at);
  voidOpen(story, 'broker-shipper', at);
}

function revokeAgreementLinks(story: Story, at: Date): void {
  for (const link of story.links) if (link.purpose === 'agreement') link.revoked_at ??= at.toISOString();
}

export function sendContract(world: World, story: Story, at: Date): void {
  const { brokerage } = world;
  tell(world, story, at, story.agent, { type: 'contract.sent', by: 'agent' }, () => {
    revokeAgreementLinks(story, at);
    const quoted = story.estimates.find((one) => one.id === story.lead.quoted_estimate_id)!;
    const document = renderBrokerShipper({ brokerage, lead: story.lead, estimate: quoted, now: at });
    const agreement = addAgreement(world, story, at, { kind: 'broker-shipper', carrierId: null, document, days: 14 });
    story.contract.agreement_id = agreement.id;
    addLink(world, story, at, 'agreement', agreement.id, new Date(agreement.expires_at));
    return { payload: { agreementId: agreement.id, followUpDate: null } };
  });
}

export function openContract(story: Story, at: Date): void {
  openAgreement(current(story, 'broker-shipper'), 'client', at);
}

export function signContract(world: World, story: Story, at: Date): void {
  tell(world, story, at, clientOf(story), { type: 'contract.signed', by: 'client' }, () => {
    const agreement = current(story, 'broker-shipper');
    signAgreement(world, agreement, { by: 'client', name: story.lead.client_name, zone: story.lead.client_zone, at });
    Object.assign(story.contract, { signed_at: at.toISOString(), signed_by: 'client' });
    return { payload: { signedBy: 'client', agreementId: agreement.id } };
  });
}

export function declineContract(world: World, story: Story, at: Date, reason: string): void {
  tell(world, story, at, clientOf(story), { type: 'contract.declined', by: 'client', reason }, () => {
    const agreement = current(story, 'broker-shipper');
    step(agreement, at, { type: 'agreement.declined', by: 'client', reason });
    Object.assign(agreement, { decline_reason: reason, declined_at: at.toISOString() });
    return {
      set: { follow_up_date: dateIn(world.brokerage.zone, at), follow_up_reason: `Declined the contract: ${reason}` },
      payload: { reason },
    };
  });
}

/** The client signed on paper; the agent uploads the scan. */
export function markContracted(world: World, story: Story, at: Date, paperFileId: string): void {
  tell(world, story, at, story.agent, { type: 'contract.marked-signed', by: 'agent', hasSignedPaper: true }, () => {
    withdrawContract(story, at);
    const signedOn = dateIn(world.brokerage.zone, new Date(at.getTime() - DAY));
    Object.assign(story.contract, {
      signed_at: `${signedOn}T12:00:00.000Z`,
      signed_by: 'paper',
      signed_file_id: paperFileId,
    });
    return { payload: { signedBy: 'paper', signedOn } };
  });
}

export function archive(world: World, story: Story, at: Date, reason: string): void {
  tell(world, story, at, story.agent, { type: 'lead.archived', by: 'agent', reason }, () => ({
    set: { archive_reason: reason },
    payload: { reason },
  }));
}

export function restore(world: World, story: Story, at: Date): void {
  tell(world, story, at, story.agent, { type: 'lead.restored', by: 'agent' }, () => ({
    set: { archive_reason: null },
  }));
}

// Agreements and links, for this part of the story and the next ones.

function addLink(
  world: World,
  story: Story,
  at: Date,
  purpose: 'estimate' | 'agreement',
  subjectId: string,
  expiresAt: Date,
): void {
  const id = world.chance.id(at);
  // The token behind the hash is nobody's: links of the demo show in lists, and open nothing.
  story.links.push({
    id,
    token_hash: sha256(`demo ${id}`),
    purpose,
    subject_id: subjectId,
    created_by: story.agent.id,
    created_at: at.toISOString(),
    expires_at: expiresAt.toISOString(),
    revoked_at: null,
    used_at: null,
    data: null,
  });
}

/** Draft and sent, like `sendAgreement`; what it replaces is void. */
export function addAgreement(
  world: World,
  story: Story,
  at: Date,
  given: {
    kind: 'broker-shipper' | 'specific-job';
    carrierId: string | null;
    document: RenderedDocument;
    days: number;
  },
): AgreementRow {
  voidOpen(story, given.kind, at);
  const agreement = draftAgreement(world.chance.id(at), at, { ...given, leadId: story.lead.id });
  step(agreement, at, { type: 'agreement.sent', by: 'agent' });
  agreement.version = 1;
  story.agreements.push(agreement);
  return agreement;
}

export function draftAgreement(
  id: string,
  at: Date,
  given: {
    kind: AgreementRow['kind'];
    leadId: string | null;
    carrierId: string | null;
    document: RenderedDocument;
    days: number;
  },
): AgreementRow {
  const { document } = given;
  return {
    id,
    kind: given.kind,
    lead_id: given.leadId,
    carrier_id: given.carrierId,
    state: 'draft',
    template_version: document.templateVersion,
    document: document.document,
    html: document.html,
    document_hash: sha256(document.html),
    open_blanks: document.openBlanks,
    sent_at: at.toISOString(),
    opened_at: null,
    expires_at: new Date(at.getTime() + given.days * DAY).toISOString(),
    signer_name: null,
    signature: null,
    signed_at: null,
    signer_zone: null,
    signer_ip: null,
    signer_agent: null,
    consent_text: null,
    signed_hash: null,
    file_id: null,
    decline_reason: null,
    declined_at: null,
    version: 0,
    model_version: AGREEMENT_MODEL_VERSION,
    created_at: at.toISOString(),
  };
}

/** Moves an agreement by its own lifecycle. @throws Error where that says no */
export function step(agreement: AgreementRow, at: Date, event: AgreementEvent): void {
  const verdict = agreementLifecycle.judge(
    agreement.state,
    { now: at.toISOString(), expiresAt: agreement.expires_at, openBlanks: agreement.open_blanks },
    event,
  );
  if (!verdict.may)
    throw new Error(
      `An agreement that is ${agreement.state} does not take ${event.type}; open blanks: ${agreement.open_blanks.join(', ')}`,
    );
  agreement.state = verdict.next;
  agreement.version += 1;
}

export function openAgreement(agreement: AgreementRow, by: 'client' | 'carrier', at: Date): void {
  step(agreement, at, { type: 'agreement.opened', by });
  agreement.opened_at = at.toISOString();
}

export function signAgreement(
  world: World,
  agreement: AgreementRow,
  signer: { by: 'client' | 'carrier'; name: string; zone: string; at: Date },
): void {
  const { chance } = world;
  step(agreement, signer.at, {
    type: 'agreement.signed',
    by: signer.by,
    hasConsent: true,
    hasSignature: true,
    shownHash: agreement.document_hash,
    documentHash: agreement.document_hash,
  });
  Object.assign(agreement, {
    signer_name: signer.name,
    signature: { kind: 'typed', image: null },
    signed_at: signer.at.toISOString(),
    opened_at: agreement.opened_at ?? signer.at.toISOString(),
    signer_zone: signer.zone,
    // Addresses that are reserved for documentation (RFC 5737).
    signer_ip: `203.0.113.${chance.between(2, 250)}`,
    signer_agent: chance.pick(PHONES),
    consent_text: CONSENT,
  });
}

export function voidOpen(story: Story, kind: AgreementRow['kind'], at: Date): void {
  for (const one of story.agreements)
    if (one.kind === kind && ['draft', 'sent', 'opened'].includes(one.state))
      step(one, at, { type: 'agreement.voided', by: 'system' });
}

export function current(story: Story, kind: AgreementRow['kind']): AgreementRow {
  return story.agreements.findLast((one) => one.kind === kind)!;
}
