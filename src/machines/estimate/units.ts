/** The units of estimate lines. */
export const ESTIMATE_UNITS = ['cwt', 'cuft', 'hour', 'mile', 'each', 'day', 'flat'] as const;

/** How long a price is valid by default. */
export const VALID_DAYS = 30;
