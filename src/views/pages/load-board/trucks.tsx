import { hrefs } from '#src/views/hrefs.ts';
import { Trucks } from '#src/views/truck/trucks.tsx';
import { filtersOf } from './saved-filters.ts';

/** The carrier's empty trucks, above the board with the loads for them. */
export default function BoardTrucks({ onClose }: { onClose: () => void }) {
  return (
    <Trucks
      hrefOf={(filter) => hrefs.board.leads('available', { ...filtersOf(filter), sort: 'nearest' })}
      onClose={onClose}
    />
  );
}
