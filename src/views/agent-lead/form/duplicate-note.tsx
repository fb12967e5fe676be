import { useApolloClient } from '@apollo/client/react';
import { useWatch } from 'react-hook-form';
import { DuplicateLeadsDocument, type DuplicateLeadsQuery } from '#src/generated/graphql/graphql.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { useSearchResults } from '#src/views/ui/use-search-results.ts';
import type { LeadDraft } from './lead-draft.ts';
import { ExistingLead } from '../existing-lead.tsx';

type Duplicate = DuplicateLeadsQuery['duplicateLeads'][number];

/** Runs once there is an email address or a phone number to identify a client; the ZIPs distinguish another move. */
function probeOf({ client, stops }: LeadDraft): string | null {
  const email = /^\S+@\S+\.\S+$/.test(client.email.trim()) ? client.email.trim() : undefined;
  const phone = /^\+1\d{10}$/.test(client.phone) ? client.phone : undefined;
  if (!email && !phone) return null;
  const whole = (zip = '') => (zip.length === 5 ? zip : undefined);
  const originZip = whole(stops.find(({ role }) => role === 'pick_up')?.zip);
  const destinationZip = whole(stops.findLast(({ role }) => role === 'drop_off')?.zip);
  return JSON.stringify({ email, phone, originZip, destinationZip });
}

/** Shows "You may already have this lead" while it is being typed. */
export default function DuplicateNote({ ownId }: { ownId: string | null }) {
  const client = useApolloClient();
  const draft = useWatch<LeadDraft>() as LeadDraft;
  const { options } = useSearchResults<Duplicate>(async (probe) => {
    const { data } = await client.query({
      query: DuplicateLeadsDocument,
      variables: JSON.parse(probe) as object,
      fetchPolicy: 'network-only',
    });
    return data?.duplicateLeads ?? [];
  }, probeOf(draft));
  const others = options.filter(({ id }) => id !== ownId);
  if (others.length === 0) return null;
  return (
    <Callout
      color="amber"
      title={others.length === 1 ? 'You may already have this lead' : 'You may already have these leads'}
      role="status"
    >
      <ul>
        {others.map((lead) => (
          <li key={lead.id}>
            <ExistingLead lead={lead} />
          </li>
        ))}
      </ul>
    </Callout>
  );
}
