/** How the jobs that a carrier was given have ended, or stand. Punctuality is not recorded anywhere, so it is not judged. */
export interface TrackRecord {
  /** Under way. */
  open: number;
  completed: number;
  /** Given back by the carrier after the award. */
  declined: number;
  /** Taken back by the brokerage after the award: not the carrier's doing, so it counts neither way. */
  withdrawn: number;
}

/** The share of decided jobs that the carrier has done rather than declined, 0 to 1; null while none is decided. */
export function keptShare({ completed, declined }: Pick<TrackRecord, 'completed' | 'declined'>): number | null {
  const decided = completed + declined;
  return decided === 0 ? null : completed / decided;
}
