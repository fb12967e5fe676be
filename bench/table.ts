export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export const met = (isMet: boolean): string => (isMet ? 'met' : 'NOT MET');

/** One line of a table; `widths` are the column widths. */
export function row(widths: readonly number[], ...cells: string[]): void {
  console.log(
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join(' ')
      .trimEnd(),
  );
}
