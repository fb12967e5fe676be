/** The maximum number of rows in a CSV export; also shown next to the export button. */
export const EXPORT_ROWS = 10_000;

/** The maximum number of rows selected individually, because their ids are part of the URL. */
export const EXPORT_CHOSEN = 200;
