/** How many rows of a list one CSV file takes; the screen says so beside the export. */
export const EXPORT_ROWS = 10_000;
