import { showMoney } from '#src/machines/amount/amounts.ts';

export function Money({ cents }: { cents: number | null | undefined }) {
  if (cents === null || cents === undefined) return <span className="text-gray-500">—</span>;
  return (
    <data value={cents} className="whitespace-nowrap">
      {showMoney(cents)}
    </data>
  );
}
