/** How the jobs that a carrier was given have ended, or stand. Punctuality is not recorded anywhere, so it is not judged. */
export interface TrackRecord {
  /** Under way. */
  open: number;
  completed: number;
  /** Given back by the carrier after the award. */
  declined: number;
  /** Given back by the carrier after it had signed for the job. */
  dropped: number;
  /** Taken back by the brokerage after the award: not the carrier's doing, so it counts neither way. */
  withdrawn: number;
}

/** The share of decided jobs that the carrier has done rather than given back, 0 to 1; null while none is decided. */
export function keptShare({
  completed,
  declined,
  dropped,
}: Pick<TrackRecord, 'completed' | 'declined' | 'dropped'>): number | null {
  const decided = completed + declined + dropped;
  return decided === 0 ? null : completed / decided;
}
