/** The outcomes of the jobs awarded to a carrier. Punctuality is not recorded, so it is not evaluated. */
export interface TrackRecord {
  /** Under way. */
  open: number;
  completed: number;
  /** Declined by the carrier after the award. */
  declined: number;
  /** Abandoned by the carrier after it had signed for the job. */
  dropped: number;
  /**
   * Withdrawn by the brokerage after the award, or ended after the signature because the client's or the brokerage's
   * plans changed: not the carrier's fault, so not counted either way.
   */
  withdrawn: number;
}

/** The share of decided jobs that the carrier completed rather than gave back, 0 to 1; null if none is decided. */
export function keptShare({
  completed,
  declined,
  dropped,
}: Pick<TrackRecord, 'completed' | 'declined' | 'dropped'>): number | null {
  const decided = completed + declined + dropped;
  return decided === 0 ? null : completed / decided;
}
