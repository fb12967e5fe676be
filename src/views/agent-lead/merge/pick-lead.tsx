import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { SearchAgentLeadsDocument } from '#src/generated/graphql/graphql.ts';
import { Combobox, type ComboboxOption } from '#src/views/ui/combobox.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { tabOf } from '../lead-lifecycle.ts';
import { TAB_NAMES } from '../lead-names.ts';

const OTHER = 'merge-other';

interface PickLeadProps {
  /** The lead that it is merged with. */
  exceptId: string;
  onClose: () => void;
  onPick: (id: string) => void;
}

/** Finds the lead to merge with. */
export function PickLead({ exceptId, onClose, onPick }: PickLeadProps) {
  const client = useApolloClient();
  const [other, setOther] = useState<ComboboxOption | null>(null);
  const form = useSubmit({
    errors: { [OTHER]: other === null && 'Choose the other lead.' },
    send: () => Promise.resolve(other!.id),
    done: onPick,
    fallback: '',
  });
  async function search(query: string, signal: AbortSignal): Promise<ComboboxOption[]> {
    if (query.trim().length < 2) return [];
    const { data } = await client.query({
      query: SearchAgentLeadsDocument,
      variables: { query: query.trim() },
      fetchPolicy: 'network-only',
      context: { fetchOptions: { signal } },
    });
    return (data?.searchAgentLeads ?? [])
      .filter(({ id }) => id !== exceptId)
      .map(({ id, reference, clientName, state, isArchived, origin, destination }) => ({
        id,
        label: `${reference} ${clientName}`,
        hint: [
          isArchived ? 'Archived' : TAB_NAMES[tabOf(state)],
          [origin, destination].map((place) => (place ? `${place.city}, ${place.state}` : '…')).join(' → '),
        ].join(' · '),
      }));
  }
  return (
    <FormDialog
      title="Merge with another lead"
      size="sm"
      verb="Continue"
      onClose={onClose}
      onSubmit={(event) => void form.submit(event)}
    >
      <FormErrors errors={form.errors} attempt={form.attempt} />
      <Field
        id={OTHER}
        label="Other lead"
        error={form.errors[OTHER]}
        help="Search by name, phone, email, or number. Nothing is merged yet."
      >
        <Combobox
          value={other}
          onChange={setOther}
          search={search}
          hint="Type at least two letters."
          emptyText="No lead found."
        />
      </Field>
    </FormDialog>
  );
}
