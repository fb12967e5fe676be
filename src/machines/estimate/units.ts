/** What an estimate counts. */
export const ESTIMATE_UNITS = ['cwt', 'cuft', 'hour', 'mile', 'each', 'day', 'flat'] as const;
