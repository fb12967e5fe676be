import { EnvelopeIcon, PhoneIcon } from '@heroicons/react/16/solid';
import { showPhone } from '#src/views/ui/phone.ts';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import type { LoadDetails } from './load-names.ts';

/** Who the job is for; known to the carrier that has signed it. */
export function LoadClient({ client }: { client: NonNullable<LoadDetails['client']> }) {
  const there = exactTime(new Date().toISOString(), client.zone).split(', ').slice(3).join(', ');
  return (
    <div className="space-y-1.5">
      <p className="font-medium">{client.name}</p>
      {client.phone && (
        <p className="flex items-center gap-2">
          <PhoneIcon className="size-4 text-gray-500" aria-hidden />
          <a href={`tel:${client.phone}`} className="link">
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
