import type { JobPaperKind, LeadJobsFragment } from '#src/generated/graphql/graphql.ts';
import { exactTime } from '#src/views/ui/relative-time.tsx';

type LeadJob = LeadJobsFragment['jobs'][number];

const DID: Readonly<Record<string, string>> = {
  'job.departed': 'is on the way to the pick-up',
  'job.picked-up': 'picked up the load',
  'job.delivered': 'delivered the load',
};
/** The same, recorded by an agent. */
const TOLD: Readonly<Record<string, string>> = {
  'job.departed': 'noted that the carrier is on the way to the pick-up',
  'job.picked-up': 'noted that the carrier picked up the load',
  'job.delivered': 'noted that the carrier delivered the load',
};
const BOTH: Readonly<Record<string, string>> = {
  'job.stepped-back': 'undid the last step of the job',
  'paper.added': 'uploaded',
  'paper.removed': 'removed',
  'receipt.signed': 'had the client sign',
};

const PAPERS: Record<JobPaperKind, string> = {
  completion_statement: 'the completion-of-work statement',
  bill_of_lading: 'the bill of lading',
  delivery_receipt: 'the delivery receipt',
  photo: 'a photo',
  other: 'a paper',
};

/** The events of a job, for the activity of its lead, which includes the signature already. */
export function jobActivity({ id, history }: LeadJob) {
  return history
    .filter(({ event }) => event !== 'job.signed')
    .map(({ sequence, event, actorName, actorRole, at, payload, fromState, toState }) => {
      const told = payload as { at?: string; reason?: string; kind?: string };
      const paper = told.kind && PAPERS[told.kind.replaceAll('-', '_') as JobPaperKind];
      const did = (actorRole === 'agent' ? TOLD : DID)[event] ?? BOTH[event] ?? event.replace(/[.-]/g, ' ');
      return {
        key: `${id} ${sequence}`,
        actorName,
        past: [did, paper].filter(Boolean).join(' '),
        at,
        detail: [told.at && exactTime(told.at), told.reason && `“${told.reason}”`].filter(Boolean).join(' · '),
        hasMoved: fromState !== toState,
      };
    });
}
