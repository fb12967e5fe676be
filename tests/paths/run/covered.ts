/** The name of the test that closes a suite: it walks nothing, and reports what was covered. */
export const COVERED = 'what was covered';
