const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** "$4,250.00" from whole cents. */
export function showMoney(cents: number): string {
  return exact.format(cents / 100);
}

export function Money({ cents }: { cents: number | null | undefined }) {
  if (cents === null || cents === undefined) return <span className="text-gray-500">—</span>;
  return (
    <data value={cents} className="whitespace-nowrap">
      {showMoney(cents)}
    </data>
  );
}
