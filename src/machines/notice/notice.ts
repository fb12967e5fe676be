import { showMoney } from '../amount/amounts.ts';
import type { AgentLeadEventType } from '../agent-lead/agent-lead.types.ts';
import type { JobEvent } from '../job/job.lifecycle.ts';
import type { Role } from '../lifecycle.ts';

/**
 * What agents are notified of when someone else did it with their leads, and whether it is also emailed by default:
 * only what waits for the agent, or what earns the brokerage's money.
 */
export const NOTICES = {
  'quote-accepted': { isMailed: true },
  question: { isMailed: true },
  /** The client declined the quote or the agreement. */
  declined: { isMailed: true },
  signed: { isMailed: true },
  payment: { isMailed: true },
  bid: { isMailed: false },
  'carrier-signed': { isMailed: false },
  /** The carrier has declined the job, or was taken off it. */
  'carrier-lost': { isMailed: false },
  'job-step': { isMailed: false },
  'carrier-message': { isMailed: true },
  assigned: { isMailed: false },
  mention: { isMailed: true },
  'mail-bounced': { isMailed: false },
} as const;

export type NoticeKind = keyof typeof NOTICES;
export const NOTICE_KINDS = Object.keys(NOTICES) as NoticeKind[];

export const CHANNELS = ['portal', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Which of a lead's events cause a notice. */
export const NOTICE_OF_LEAD: Partial<Record<AgentLeadEventType, NoticeKind>> = {
  'quote.accepted': 'quote-accepted',
  'quote.asked': 'question',
  'quote.declined': 'declined',
  'contract.declined': 'declined',
  'contract.signed': 'signed',
  'contract.marked-signed': 'signed',
  'bid.placed': 'bid',
  'bid.revised': 'bid',
  'bid.withdrawn': 'bid',
  'carrier.signed': 'carrier-signed',
  'carrier.declined': 'carrier-lost',
  'carrier.dropped': 'carrier-lost',
};

/** Which of a job's events cause a notice. */
export const NOTICE_OF_JOB: Partial<Record<JobEvent['type'], NoticeKind>> = {
  'job.picked-up': 'job-step',
  'job.delivered': 'job-step',
};

/** The facts for a notice's one-sentence title. */
export interface NoticeFacts {
  kind: NoticeKind;
  /** The recorded event, if any; for a message, its topic. */
  event: string | null;
  /** Who did it; null if no longer known. */
  by: string | null;
  role: Role | null;
  client: string;
  /** The carrier concerned. */
  carrier: string | null;
  amount: number | null;
  /** The dates that the client asks for, in words. */
  days: string | null;
  /** For money: that it was refunded, or that the client’s bank withdrew it, returned it, or keeps it. */
  back: 'refund' | 'dispute' | 'dispute-won' | 'dispute-lost' | null;
  /** How many more leads the notice covers. */
  others: number;
}

/** "Casey Client signed the moving agreement" */
export function noticeTitle(facts: NoticeFacts): string {
  const { kind, event, by, role, client, carrier, amount, days, back, others } = facts;
  const money = amount === null ? '' : ` ${showMoney(amount)}`;
  const who = by ?? 'Someone';
  const carrierName = carrier ?? 'The carrier';
  switch (kind) {
    case 'quote-accepted':
      return `${who} accepted the quote${money && ` of${money}`}`;
    case 'question':
      if (event === 'days.asked') return `${who} asks for other dates${days ? `: ${days}` : ''}`;
      return `${who} has a question`;
    case 'declined':
      return `${who} declined the ${event === 'contract.declined' ? 'agreement' : 'quote'}`;
    case 'signed':
      return event === 'contract.signed' ? `${who} signed the agreement` : `${who} marked the agreement signed`;
    case 'payment':
      if (back === 'dispute-won') return `You won the dispute: ${client}’s bank returned${money}`;
      if (back === 'dispute-lost') return `You lost the dispute: ${client}’s bank keeps${money}`;
      if (back === 'dispute') return `${client}’s bank took back${money}`;
      if (back === 'refund') return role === 'agent' ? `${who} refunded${money}` : `${client} was refunded${money}`;
      return role === 'agent' ? `${who} recorded a payment of${money}` : `${client} paid${money}`;
    case 'bid':
      if (event === 'bid.withdrawn') return `${carrierName} withdrew its bid`;
      return event === 'bid.revised' ? `${carrierName} changed its bid to${money}` : `${carrierName} bid${money}`;
    case 'carrier-signed':
      return `${carrierName} signed the job agreement`;
    case 'carrier-lost':
      return event === 'carrier.declined'
        ? `${carrierName} declined the job`
        : `${who} took ${carrierName} off the job`;
    case 'job-step': {
      const did = event === 'job.delivered' ? 'delivered' : 'picked up';
      return role === 'agent' ? `${who} marked the load ${did}` : `${carrierName} ${did} the load`;
    }
    case 'carrier-message':
      return event === 'payment' ? `${carrierName} asks about its pay` : `${carrierName} wrote to you`;
    case 'assigned':
      if (others > 0)
        return role === 'agent'
          ? `${who} assigned ${others + 1} leads to you`
          : `${others + 1} leads were assigned to you`;
      return role === 'agent' ? `${who} assigned this lead to you` : 'This lead was assigned to you';
    case 'mention':
      return `${who} mentioned you in a note`;
    case 'mail-bounced':
      return `Email to ${client} bounced`;
  }
}
