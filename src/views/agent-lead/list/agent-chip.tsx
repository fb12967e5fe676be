import { useApolloClient, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { ChoicesDocument } from '#src/generated/graphql/graphql.ts';
import type { ComboboxOption } from '#src/views/ui/combobox.tsx';
import { FilterChip, FilterChipBone } from '#src/views/ui/filter-chip.tsx';
import type { LeadFilters } from './lead-filters.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const AgentDialog = lazy(() => import('./agent-dialog.tsx'));

/** The list of choices ends here; who is not in it is searched for. */
const CHOICES = 50;

/** Whose leads are listed, chosen among the agents. */
export default function AgentChip({
  agent,
  onChange,
}: {
  agent: string | undefined;
  onChange: (part: LeadFilters) => void;
}) {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(ChoicesDocument, { variables: { list: 'agents', query: null } });
  const [found, setFound] = useState<ComboboxOption | null>(null);
  const [isSearching, setSearching] = useState(false);
  const agents = data?.choices ?? [];
  const chosen = [...agents, found].find((one) => one?.id === agent)?.label ?? 'another agent';

  async function search(query: string): Promise<ComboboxOption[]> {
    const answer = await client.query({ query: ChoicesDocument, variables: { list: 'agents', query } });
    return (answer.data?.choices ?? []).map(({ id, label, hint }) => ({ id, label, hint: hint ?? undefined }));
  }
  if (!data && !error) return <FilterChipBone name="Agent" />;
  return (
    <>
      <FilterChip
        name="Agent"
        value={agent ? chosen : null}
        options={[
          ...agents.map(({ id, label }) => ({ label, onSelect: () => onChange({ agent: id, mine: undefined }) })),
          ...(error
            ? [{ label: 'The agents could not be loaded. Try again', onSelect: () => void refetch().catch(() => {}) }]
            : []),
          ...(agents.length >= CHOICES ? [{ label: 'Another agent…', onSelect: () => setSearching(true) }] : []),
        ]}
        onClear={() => onChange({ agent: undefined })}
      />
      {isSearching && (
        <LazyBoundary>
          <AgentDialog
            search={search}
            onClose={() => setSearching(false)}
            onChoose={(one) => {
              setFound(one);
              setSearching(false);
              onChange({ agent: one.id, mine: undefined });
            }}
          />
        </LazyBoundary>
      )}
    </>
  );
}
