import { EnvelopeIcon, PhoneIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { clockFormat } from '#src/machines/calendar/clock-format.ts';
import { EmailLink } from './email-link.tsx';
import { showPhone } from '#src/machines/phone/phone.ts';

const zoneTime = clockFormat({ hour: 'numeric', minute: '2-digit', timeZoneName: 'short' });

interface ContactProps {
  person: { name: string; phone?: string | null; email?: string | null; zone: string };
}

/** Whom to call or write to, and the local time there. */
export function Contact({ person }: ContactProps) {
  const [now] = useState(() => new Date());
  const there = zoneTime(person.zone).format(now);
  return (
    <div className="space-y-2.5">
      <p className="font-medium">{person.name}</p>
      {person.phone && (
        <p className="flex items-center gap-2">
          <PhoneIcon className="size-4 text-gray-500" aria-hidden />
          <a href={`tel:${person.phone}`} className="link shrink-0">
            {showPhone(person.phone)}
          </a>
          <span className="text-gray-500">it is {there} there</span>
        </p>
      )}
      {person.email && (
        <p className="flex items-center gap-2">
          <EnvelopeIcon className="size-4 text-gray-500" aria-hidden />
          <EmailLink email={person.email} />
        </p>
      )}
    </div>
  );
}
