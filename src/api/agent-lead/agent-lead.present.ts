import type { AgentLeadFacts } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { Static } from 'typebox';
import type { InvoiceRow, LeadRow } from './agent-lead.query.ts';
import { Lead } from './agent-lead.schemas.ts';
import { balanceOf, methodName } from './ledger.balance.ts';
import type { CreateLead } from './agent-lead.schemas.ts';

type Wire = Static<typeof Lead>;

/** Fields of the response that differ from the row's column of that name. */
const MADE: { [Field in keyof Wire]?: (lead: LeadRow, facts: AgentLeadFacts) => Wire[Field] } = {
  client: (lead) => presentClient(lead),
  origin: (lead) => place(lead.origin_city, lead.origin_state, lead.origin_zip, lead.origin_lat, lead.origin_lng),
  destination: (lead) =>
    place(
      lead.destination_city,
      lead.destination_state,
      lead.destination_zip,
      lead.destination_lat,
      lead.destination_lng,
    ),
  assigned_agent: (lead) => (lead.assigned_agent_id ? { id: lead.assigned_agent_id, name: lead.agent_name! } : null),
  follow_up: (lead) => (lead.follow_up_date ? { date: lead.follow_up_date, reason: lead.follow_up_reason! } : null),
  quote: (lead) =>
    lead.quote_sent_at
      ? {
          estimate_id: lead.quoted_estimate_id!,
          number: lead.quote_number!,
          total: lead.quote_total!,
          valid_until: lead.quote_valid_until!,
          sent_at: lead.quote_sent_at,
          opened_at: lead.quote_opened_at,
          asked_at: lead.quote_asked_at,
          accepted_at: lead.quote_accepted_at,
        }
      : null,
  contract: (lead) => presentContract(lead),
  invoice: (lead) => (lead.invoice ? presentInvoice(lead, lead.invoice) : null),
  money: (lead) => presentMoney(lead),
  facts: (_, facts) => presentFacts(facts),
};

export const LEAD_FIELDS = Object.keys(Lead.properties) as (keyof Wire)[];

/** A lead as lists and responses to writes contain it; with `fields` only these, if others are not requested. */
export function presentLead(lead: LeadRow, facts: AgentLeadFacts, fields: readonly (keyof Wire)[] = LEAD_FIELDS): Wire {
  const shown: Partial<Record<keyof Wire, unknown>> = {};
  for (const field of fields) {
    // Loaded by the caller that presents several leads.
    if (field === 'bids') continue;
    const make = MADE[field];
    shown[field] = make ? make(lead, facts) : lead[field as keyof LeadRow];
  }
  return shown as Wire;
}

/** With everything that a person may enter about the client, so that sending a response back changes nothing. */
export const presentClient = (lead: LeadRow): Static<typeof Lead>['client'] & Required<CreateLead['client']> => ({
  name: lead.client_name,
  email: lead.client_email,
  phone: lead.client_phone,
  zone: lead.client_zone,
});

export function place(
  city: string | null,
  state: string | null,
  zip: string | null,
  lat: number | null,
  lng: number | null,
) {
  return zip === null ? null : { city: city!, state: state!, zip, lat, lng };
}

function presentFacts(facts: AgentLeadFacts) {
  return {
    today: facts.today,
    client_email: facts.clientEmail,
    estimate_total: facts.estimateTotal,
    quote: facts.quote ? { total: facts.quote.total, valid_until: facts.quote.validUntil } : null,
    has_origin: facts.hasOrigin,
    has_destination: facts.hasDestination,
    move_date: facts.moveDate,
    active_bids: facts.activeBids,
    awardable_bids: facts.awardableBids,
    awarded_carrier_id: facts.awardedCarrierId,
    awarded_from_board: facts.awardedFromBoard,
    is_carrier_paid: facts.isCarrierPaid,
    balance_due: facts.balanceDue,
  };
}

/** The agreement with the client, signed behind its link or on paper; null before it was sent. */
function presentSignedAgreement(lead: LeadRow): Static<typeof Lead>['contract']['broker_shipper_agreement'] {
  if (lead.signed_file_id) return { state: 'signed', url: `/files/agent-lead/${lead.id}/contract/paper` };
  return lead.agreement_state === null
    ? null
    : {
        state: lead.agreement_state,
        url: lead.agreement_state === 'signed' ? `/files/agent-lead/${lead.id}/agreements/${lead.agreement_id}` : null,
      };
}

function presentContract(lead: LeadRow): Static<typeof Lead>['contract'] {
  return {
    id: lead.contract_id,
    follow_up_date: lead.contract_follow_up_date,
    agreement_state: lead.agreement_state,
    broker_shipper_agreement: presentSignedAgreement(lead),
    signed_at: lead.signed_at,
    signed_by: lead.signed_by,
    awarded_carrier: lead.awarded_carrier_id
      ? {
          id: lead.awarded_carrier_id,
          legal_name: lead.carrier_legal_name!,
          usdot: lead.carrier_usdot!,
          city: lead.carrier_city!,
          state: lead.carrier_state!,
          phone: lead.carrier_phone,
          email: lead.carrier_email!,
        }
      : null,
    award_kind: lead.award_kind,
    award_amount: lead.award_amount,
    award_reason: lead.award_reason,
    award_start_date: lead.award_start_date,
    awarded_at: lead.awarded_at,
    compliance_at_award: lead.compliance_at_award,
    job_agreement_state: lead.job_agreement_state,
    carrier_signed_at: lead.carrier_signed_at,
    owed_to_carrier_payed: lead.owed_to_carrier_payed,
    owed_to_broker_payed: lead.owed_to_broker_payed,
    completion_url: lead.completion_file_id ? `/files/agent-lead/${lead.id}/contract/completion` : null,
    closed_at: lead.closed_at,
  };
}

function presentInvoice({ id, stage, last_payment: paid }: LeadRow, invoice: InvoiceRow) {
  const settled = stage === 'paid' ? paid : null;
  return {
    id: invoice.id,
    number: invoice.number,
    lines: invoice.lines,
    total: invoice.total,
    issued_on: invoice.issued_on,
    due_on: invoice.due_on,
    sent_at: invoice.sent_at,
    paid_on: settled?.paid_on ?? null,
    payment_method: settled ? methodName(settled.method) : null,
    payment_note: settled?.note ?? null,
    url: `/files/agent-lead/${id}/invoice`,
  };
}

function presentMoney(lead: LeadRow): Wire['money'] {
  const money = balanceOf(lead);
  return (
    money && {
      total: money.total,
      reduced: money.reduced,
      deposit: money.deposit,
      deposit_due: money.depositDue,
      received: money.received,
      refunded: money.refunded,
      due: money.due,
      carrier_pay: money.carrierPay,
      carrier_paid: money.carrierPaid,
      broker_share: money.brokerShare,
      broker_paid: money.brokerPaid,
      card_fees: money.cardFees,
      margin: money.margin,
    }
  );
}
