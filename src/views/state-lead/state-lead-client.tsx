import { EnvelopeIcon, PhoneIcon } from '@heroicons/react/16/solid';
import { useState } from 'react';
import { showPhone } from '#src/views/ui/phone.ts';
import type { StateLeadRow } from './state-lead-names.ts';

/** Whom to call or write to. */
export function StateLeadClient({ client }: { client: NonNullable<StateLeadRow['client']> }) {
  const [now] = useState(() => new Date());
  const there = now.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone: client.zone });
  return (
    <div className="space-y-2.5">
      <p className="font-medium">{client.name}</p>
      {client.phone && (
        <p className="flex items-center gap-2">
          <PhoneIcon className="size-4 text-gray-500" aria-hidden />
          <a href={`tel:${client.phone}`} className="link shrink-0">
            {showPhone(client.phone)}
          </a>
          <span className="text-gray-500">it is {there} there</span>
        </p>
      )}
      {client.email && (
        <p className="flex items-center gap-2">
          <EnvelopeIcon className="size-4 text-gray-500" aria-hidden />
          <a href={`mailto:${client.email}`} className="link wrap-anywhere">
            {client.email}
          </a>
        </p>
      )}
    </div>
  );
}
