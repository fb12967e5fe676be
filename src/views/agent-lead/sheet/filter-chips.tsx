import { useQuery } from '@apollo/client/react';
import { ChoicesDocument } from '#src/generated/graphql/graphql.ts';
import { FilterChip } from '#src/views/ui/filter-chip.tsx';
import type { LeadFilterBarProps } from '../list/lead-filter-bar.tsx';
import { UNFILTERED } from '../list/lead-filters.ts';
import { chipsOf } from './filter-words.ts';

/** The active filters of the list: each shows its value, opens its editor, and can be cleared. */
export default function FilterChips({ tab, filters, onChange, onOpen }: LeadFilterBarProps & { onOpen: () => void }) {
  const { data } = useQuery(ChoicesDocument, { variables: { list: 'agents', query: null }, skip: !filters.agent });
  const agentName = (id: string) => data?.choices.find((one) => one.id === id)?.label ?? 'another agent';
  return (
    <>
      {chipsOf(filters, tab, agentName).map(({ name, value, clears }) => (
        <FilterChip key={name} name={name} value={value} onOpen={onOpen} onClear={() => onChange(clears)} />
      ))}
      <button
        type="button"
        className="h-7 rounded-full px-2 text-gray-600 hover:text-gray-900 pointer-coarse:h-10"
        onClick={() => onChange(UNFILTERED)}
      >
        Clear all
      </button>
    </>
  );
}
