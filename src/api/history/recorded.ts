import type { HistoryEntry } from '#src/machines/replay.ts';
import { agentLeadRecord } from '#src/api/agent-lead/agent-lead.transition.ts';
import { jobRecord } from '#src/api/carrier-job/carrier-job.record.ts';
import { chatRecord } from '#src/api/chat/chat.repository.ts';
import type { StateColumns } from '#src/api/engine/recorded-lifecycle.ts';
import { mailingRecord } from '#src/api/mailing/mailing.record.ts';
import { purchaseRecord } from '#src/api/marketplace/purchase.record.ts';
import { rescheduleRecord } from '#src/api/reschedule/reschedule.record.ts';
import { stateLeadRecord } from '#src/api/state-lead/state-lead.work.ts';
import { subscriptionRecord } from '#src/api/subscription/subscription.record.ts';
import { truckRecord } from '#src/api/truck/truck.record.ts';
import { teamMemberRecord } from '#src/api/team/team-member.record.ts';

/** What can be done with the records of any lifecycle. */
export interface AnyRecorded {
  /** Of the lifecycle. */
  id: string;
  table: string;
  /** Whether all its records begin in one state; those of another lifecycle begin where their first entry says. */
  hasStart: boolean;
  nameOf(row: StateColumns): string;
  columnsNamed(name: string): StateColumns;
  replayed(entries: readonly HistoryEntry[]): string;
}

/** Every lifecycle whose events are written down: for verification, and for lifts of a new version. */
export const RECORDED: readonly AnyRecorded[] = [
  agentLeadRecord,
  chatRecord,
  jobRecord,
  mailingRecord,
  purchaseRecord,
  rescheduleRecord,
  stateLeadRecord,
  subscriptionRecord,
  teamMemberRecord,
  truckRecord,
];
