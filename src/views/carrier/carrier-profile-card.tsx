import type { CarrierProfileCardFragment } from '#src/generated/graphql/graphql.ts';
import type { ReactNode } from 'react';
import { US_STATES } from '#src/machines/place/us-states.ts';
import { EmailLink } from '#src/views/ui/email-link.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { showDay } from '#src/views/ui/dates.ts';
import { Facts } from '#src/views/ui/facts.tsx';
import { PhoneLink } from '#src/views/ui/phone-link.tsx';
import { truckPlace, truckWishes } from '#src/views/ui/truck-words.ts';

interface CarrierProfileCardProps {
  carrier: CarrierProfileCardFragment;
  /** Below the address: whether it accepts email. */
  emailNote?: ReactNode;
}

/** The carrier, its contacts, equipment, and service area. */
export function CarrierProfileCard({ carrier, emailNote }: CarrierProfileCardProps) {
  const {
    contactName,
    phone,
    email,
    address,
    city,
    state,
    zip,
    usdot,
    docketNumber,
    equipment,
    serviceStates,
    joinedAt,
    trucks,
  } = carrier;
  return (
    <Card title="Company">
      <Facts
        facts={[
          { name: 'Contact', value: contactName },
          {
            name: 'Phone',
            value: phone && <PhoneLink phone={phone} name={contactName} />,
          },
          {
            name: 'Email',
            value: (
              <>
                <EmailLink email={email} />
                {emailNote}
              </>
            ),
          },
          { name: 'Address', value: city && `${address}, ${city}, ${state} ${zip}` },
          { name: 'USDOT', value: usdot },
          { name: 'Docket', value: docketNumber },
          { name: 'Equipment', value: equipment.join(', ') },
          {
            name: 'Serves',
            value: serviceStates
              .map((code) => US_STATES[code] ?? code)
              .toSorted()
              .join(', '),
          },
          ...(trucks.length > 0
            ? [
                {
                  name: 'Empty trucks',
                  value: (
                    <ul className="space-y-1">
                      {trucks.map((truck) => (
                        <li key={truck.id}>
                          {[truckPlace(truck), truckWishes(truck), truck.note].filter(Boolean).join(' · ')}
                        </li>
                      ))}
                    </ul>
                  ),
                },
              ]
            : []),
          { name: 'With us', value: `since ${showDay(joinedAt)}` },
        ]}
      />
    </Card>
  );
}
