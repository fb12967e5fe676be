/** How many rows of a list one CSV file takes; the screen says so beside the export. */
export const EXPORT_ROWS = 10_000;

/** So many that were chosen one by one, at most: their ids travel in the address of the file. */
export const EXPORT_CHOSEN = 200;
