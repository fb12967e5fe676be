import { showWhole } from '#src/machines/amount/amounts.ts';
import { Money } from '#src/views/ui/money.tsx';
import type { LeadRow } from '../lead-lifecycle.ts';
import { KIND_NAMES } from '../lead-names.ts';
import { Lines } from './lead-cells.tsx';

/** Cells of columns that appear in a list only if chosen. */
export default function MoreCell({ id, lead }: { id: string; lead: LeadRow }) {
  const { client, money, distanceMiles, moveSize, volumeCuft, weightLb } = lead;
  const dash = <span className="text-gray-500">—</span>;
  if (id === 'email') {
    if (!client.email) return dash;
    return (
      <a href={`mailto:${client.email}`} className="hover:underline">
        {client.email}
      </a>
    );
  }
  if (id === 'margin') return <Money cents={money?.margin} />;
  if (id === 'balance') return <Money cents={money?.due} />;
  if (id === 'kind') return KIND_NAMES[lead.kind];
  if (id === 'distance') return distanceMiles === null ? dash : `${showWhole(distanceMiles)} mi`;
  if (id === 'reference') return lead.reference;
  const amounts = [
    volumeCuft !== null && `${showWhole(volumeCuft)} cu ft`,
    weightLb !== null && `${showWhole(weightLb)} lb`,
  ].filter(Boolean);
  if (!moveSize && amounts.length === 0) return dash;
  return <Lines first={moveSize ?? amounts[0]} second={moveSize && amounts.join(' · ')} />;
}
