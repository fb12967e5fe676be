import type { JobEndedBy } from '#src/machines/agent-lead/agent-lead.types.ts';

/** Why a bid is lost, as agents read it: with a bid, the carrier is the one that placed it. */
export const LOST_TO_OTHER = 'the load went to another carrier';
/** For the winner's own bid: the award has its own price. */
export const LOST_TO_SPECIAL = 'the carrier was awarded the load directly';

const DROPPED_OUT = 'the carrier dropped out';
const TAKEN_OFF = 'the carrier was taken off the job';

export const lostJob = (endedBy: JobEndedBy, reason: string): string =>
  `${endedBy === 'carrier' ? DROPPED_OUT : TAKEN_OFF}: ${reason}`;

const TO_CARRIER: Readonly<Record<string, string>> = {
  [LOST_TO_SPECIAL]: 'you were awarded the load directly',
  [DROPPED_OUT]: 'you were taken off this job',
  [TAKEN_OFF]: 'you were taken off this job',
};

/** The same reason, as the carrier itself reads it. */
export function toldToCarrier(lostReason: string | null): string | null {
  const [start] = Object.keys(TO_CARRIER).filter((words) => lostReason?.startsWith(words));
  return lostReason !== null && start !== undefined ? TO_CARRIER[start] + lostReason.slice(start.length) : lostReason;
}
