import {
  carrierChangedMail,
  carrierKnownMail,
  contractMail,
  contractReopenedMail,
  followUpMail,
  invoiceMail,
  quoteMail,
  signedCopyMail,
} from '#src/api/agent-lead/agent-lead.mails.ts';
import { AGREEMENT_CHANGES } from '#src/api/agent-lead/client-status.ts';
import { LOST_TO_OTHER } from '#src/api/bid/lost-reason.ts';
import { letterOf } from '#src/api/agent-lead/lead-mail.words.ts';
import { overdueMail, paymentLinkMail, receiptMail } from '#src/api/agent-lead/ledger.mails.ts';
import {
  authorityMail,
  awardMail,
  awardWithdrawnMail,
  bidCounteredMail,
  bidInvitationMail,
  bidLostMail,
  bidReopenedMail,
  carrierPaidMail,
  carrierPaymentCorrectedMail,
  claimRejectedMail,
  frameSignedMail,
  frameSignedNews,
  jobSignedMail,
  policyEndingMail,
} from '#src/api/carrier/carrier.mails.ts';
import { answeredMail, chatMail } from '#src/api/chat/chat.mails.ts';
import { unreadMail } from '#src/api/job-message/job-message.mail.ts';
import { newLoadsMail } from '#src/api/load-search/load-search.mail.ts';
import { portalMail, standingMail } from '#src/api/portal/portal.mails.ts';
import { rescheduleAnswerMail } from '#src/api/reschedule/reschedule.mails.ts';
import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import { DAY } from '#src/machines/calendar/durations.ts';
import type { SampleFacts, Samples } from './mail-samples.ts';

const TOTAL = 345_000;
const CARRIER = { legal_name: 'Blue Mesa Moving & Storage Inc.', usdot: '1442852', phone: '+13035550107' };

const [QUOTED, EARLIER] = ['a newer version', 'an earlier one'];

/** Emails about a lead, to its client and its agent. */
export function samplesOfClients({ parts, lead, url }: SampleFacts): Samples {
  const { brokerage } = parts;
  const day = (days: number) => addDays(dateIn(brokerage.zone, parts.now()), days);
  const expiresAt = new Date(parts.now().getTime() + 14 * DAY).toISOString();
  const about = { brokerage, lead };
  const dates = { first: day(20), last: day(22) };
  const quoted = { brokerage, estimateId: QUOTED, total: TOTAL, validUntil: day(30), url };
  return {
    quote: [
      quoteMail({
        ...quoted,
        lead: { ...lead, quoted_estimate_id: null },
        message: 'The piano is included.\nThe price holds for both weekends you asked about.',
      }),
      quoteMail({ ...quoted, lead: { ...lead, quoted_estimate_id: EARLIER }, message: null }),
    ],
    contract: [
      contractMail({ ...about, url, expiresAt, isAgain: false }),
      contractMail({ ...about, url, expiresAt, isAgain: true }),
    ],
    'signed-copy': [
      signedCopyMail({ ...about, signer: lead.client_name, paid: 0, deposit: 50_000, due: TOTAL, payUrl: url }),
      signedCopyMail({
        ...about,
        signer: lead.client_name,
        paid: 50_000,
        deposit: 0,
        due: TOTAL - 50_000,
        payUrl: null,
      }),
    ],
    'carrier-known': [carrierKnownMail({ ...about, carrier: CARRIER })],
    'carrier-changed': [
      carrierChangedMail({ ...about, endedBy: 'carrier' }),
      carrierChangedMail({ ...about, endedBy: 'plans' }),
    ],
    'contract-reopened': [
      contractReopenedMail({ ...about, isSigned: true }),
      contractReopenedMail({ ...about, isSigned: false }),
    ],
    invoice: [
      invoiceMail({ ...about, number: 1042, total: TOTAL, due: 295_000, dueOn: day(10), payUrl: url }),
      invoiceMail({
        ...about,
        number: 1042,
        total: TOTAL - 15_000,
        due: 280_000,
        dueOn: day(10),
        payUrl: url,
        reduced: { amount: 15_000, reason: 'Delivered two days late' },
      }),
      invoiceMail({ ...about, number: 1042, total: TOTAL, due: 0, dueOn: day(10), payUrl: null, reduced: null }),
    ],
    overdue: [overdueMail({ ...about, number: 1042, due: 295_000, dueOn: day(-3), url })],
    receipt: [receiptMail({ ...about, amount: 50_000, paidOn: day(0), due: 295_000 })],
    'payment-link': [paymentLinkMail({ ...about, amount: 50_000, isDeposit: true, url })],
    'reschedule-answer': [
      rescheduleAnswerMail({ ...about, ...dates, isAccepted: true, words: 'Gladly. The crew is free that week.' }),
      rescheduleAnswerMail({ ...about, ...dates, isAccepted: false, words: 'All trucks are taken that week.' }),
    ],
    portal: [portalMail({ ...about, url }), standingMail({ ...about, status: AGREEMENT_CHANGES, url })],
    'lead-mail': [
      letterOf({
        subject: 'A few questions about your move',
        text: `Hello ${lead.client_name.split(' ')[0]},\n\nThank you for calling. Could you send me photos of the garage?\n\nDana Whitfield\n${brokerage.name}`,
      }),
    ],
    chat: [
      chatMail({ name: lead.client_name, brokerage: brokerage.name, url }),
      answeredMail({
        name: lead.client_name,
        brokerage,
        agent: 'Dana Whitfield',
        answer: 'Yes, reserve the dock, please.',
        url,
      }),
    ],
    'follow-up': [1, 3].map((count) =>
      followUpMail({
        leads: Array.from({ length: count }, () => ({
          ...lead,
          follow_up_reason: 'Asked for a call after the weekend',
        })),
        agentName: 'Dana Whitfield',
        url: () => url,
      }),
    ),
  };
}

/** Emails to carriers, and to the brokerage about them. */
export function samplesOfCarriers({ parts, lead, url }: SampleFacts): Samples {
  const { brokerage } = parts;
  const to = { carrier: 'Sam Ortiz', load: lead, url };
  const saved = { name: 'Home to Texas', truck_id: null };
  const load = {
    id: lead.id,
    origin: { city: lead.origin_city ?? '', state: lead.origin_state ?? '', zip: '', lat: null, lng: null },
    destination: {
      city: lead.destination_city ?? '',
      state: lead.destination_state ?? '',
      zip: '',
      lat: null,
      lng: null,
    },
    move_date: lead.move_date,
    distance_miles: lead.distance_miles,
    weight_lb: lead.weight_lb,
    distance_from_base: 42,
  };
  const authority = { carrier: 'Sam Ortiz', brokerage, url, claim: null };
  const before = { hasGoods: false, brokerage };
  return {
    award: [awardMail({ ...to, amount: 242_500, startDate: lead.move_date })],
    'bid-invitation': [bidInvitationMail({ ...to, brokerage })],
    'bid-countered': [
      bidCounteredMail({
        ...to,
        brokerage,
        offered: 242_500,
        asked: 225_000,
        note: 'We could load on either day.',
      }),
    ],
    'bid-lost': [bidLostMail({ ...to, reason: LOST_TO_OTHER })],
    'bid-reopened': [bidReopenedMail({ ...to, amount: 242_500 })],
    'award-withdrawn': [
      awardWithdrawnMail({ ...to, reason: 'The client moves later', signedAndEndedBy: null, ...before }),
      awardWithdrawnMail({ ...to, reason: 'The truck broke down', signedAndEndedBy: 'carrier', ...before }),
      awardWithdrawnMail({ ...to, reason: 'Client changed the date', signedAndEndedBy: 'plans', ...before }),
      awardWithdrawnMail({
        ...to,
        reason: 'The truck broke down on the way',
        signedAndEndedBy: 'carrier',
        hasGoods: true,
        brokerage,
      }),
    ],
    'job-signed': [jobSignedMail({ ...to, startDate: lead.move_date })],
    'carrier-paid': [
      carrierPaidMail({ ...to, brokerage, amount: 100_000, left: 142_500, paidOn: lead.move_date!, method: 'Check' }),
      carrierPaidMail({ ...to, brokerage, amount: 242_500, left: 0, paidOn: lead.move_date!, method: 'Bank transfer' }),
      carrierPaymentCorrectedMail({ ...to, brokerage, amount: 100_000, left: 242_500 }),
    ],
    'agreement-signed': [frameSignedMail({ ...to, brokerage })],
    'carrier-signed': [
      frameSignedNews({
        carrier: { ...CARRIER, docket_number: 'MC-482117', contact_name: 'Sam Ortiz', authority: 'pending' },
        others: [],
        signer: 'Sam Ortiz',
        url,
      }),
    ],
    authority: [
      ...[
        authorityMail({ ...authority, authority: 'active', gaps: [] }),
        authorityMail({
          ...authority,
          authority: 'active',
          gaps: ['cargo insurance is on record', 'the agreement is signed'],
        }),
        authorityMail({ ...authority, authority: 'revoked', gaps: [], claim: { usdot: CARRIER.usdot } }),
      ].filter((letter) => letter !== null),
      claimRejectedMail({ carrier: 'Sam Ortiz', usdot: CARRIER.usdot, brokerage }),
    ],
    'policy-ending': [
      policyEndingMail({
        ...to,
        kind: 'cargo',
        insurer: 'Great Lakes Casualty',
        policyNumber: 'GL-20-7781',
        expiration: addDays(dateIn(brokerage.zone, parts.now()), 14),
        daysLeft: 14,
      }),
    ],
    'load-search': [
      newLoadsMail({ search: saved, loads: [load, load], origin: parts.publicUrl() }),
      newLoadsMail({ search: saved, loads: [load], origin: parts.publicUrl() }),
      newLoadsMail({
        search: { name: 'truck in Columbus, OH', truck_id: 'truck' },
        loads: [load],
        origin: parts.publicUrl(),
      }),
    ],
    'job-message': [
      unreadMail({
        brokerage: brokerage.name,
        carrier: 'Sam Ortiz',
        reference: lead.reference,
        unread: [
          { text: 'The client asks whether you can come before noon.', file_name: null },
          { text: null, file_name: 'Parking permit.pdf' },
        ],
        url,
      }),
    ],
  };
}
