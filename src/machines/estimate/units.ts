/** What an estimate counts. */
export const ESTIMATE_UNITS = ['cwt', 'cuft', 'hour', 'mile', 'each', 'day', 'flat'] as const;

/** So long a price holds where nobody says otherwise. */
export const VALID_DAYS = 30;
