import type { ReactNode } from 'react';
import type { RefundRequestFragment } from '#src/generated/graphql/graphql.ts';
import { CallLink } from '#src/views/ui/call-link.tsx';

type Lead = Pick<RefundRequestFragment['lead'], 'reference' | 'origin' | 'destination' | 'client'>;

/** A lead that buyers reported, and how to reach the household. */
export function Household({ lead, children }: { lead: Lead; children?: ReactNode }) {
  const { reference, origin, destination, client } = lead;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 font-medium">
        {reference} · {origin.city}, {origin.state} → {destination.city}, {destination.state}
        {children}
      </p>
      <p className="wrap-anywhere text-gray-600">
        {client.name}
        {client.phone && (
          <>
            {' · '}
            <CallLink phone={client.phone} />
          </>
        )}
        {client.email && (
          <>
            {' · '}
            <a href={`mailto:${client.email}`} className="link">
              {client.email}
            </a>
          </>
        )}
      </p>
    </>
  );
}
