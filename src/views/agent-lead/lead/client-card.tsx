import type { LeadDetailsFragment } from '#src/generated/graphql/graphql.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { showCount } from '#src/machines/amount/amounts.ts';
import { EmailLink } from '#src/views/ui/email-link.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { PhoneLink } from '#src/views/ui/phone-link.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import type { LeadRow } from '../lead-lifecycle.ts';
import { KIND_NAMES } from '../lead-names.ts';
import { clockFormat } from '#src/machines/calendar/clock-format.ts';
import { MINUTE } from '#src/machines/calendar/durations.ts';

const clientTime = clockFormat({ hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' });

/** "9:41 AM CT", kept up to date. */
function LocalTime({ zone }: { zone: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    let timer = 0;
    const tick = () => {
      setNow(new Date());
      // In step with the clock's minutes, whenever the page was opened.
      timer = window.setTimeout(tick, MINUTE - (Date.now() % MINUTE));
    };
    tick();
    return () => clearTimeout(timer);
  }, []);
  return <time>{clientTime(zone).format(now)}</time>;
}

interface ClientCardProps {
  lead: LeadRow & LeadDetailsFragment;
  /** Below the address: whether it accepts email. */
  emailNote?: ReactNode;
}

/** The client, and the kind of move. */
export function ClientCard({ lead, emailNote }: ClientCardProps) {
  const { client } = lead;
  return (
    <Card title="Client and move">
      <Facts
        facts={[
          { name: 'Client', value: client.name },
          {
            name: 'Phone',
            value: client.phone && <PhoneLink phone={client.phone} name={client.name} />,
          },
          {
            name: 'Email',
            value: client.email && (
              <>
                <EmailLink email={client.email} />
                {emailNote}
              </>
            ),
          },
          { name: 'Local time', value: <LocalTime zone={client.zone} /> },
          { name: 'Kind', value: KIND_NAMES[lead.kind] },
          { name: 'Size', value: lead.moveSize },
          {
            name: 'Distance',
            value: lead.distanceMiles !== null && showCount(lead.distanceMiles, 'mile'),
          },
          { name: 'Source', value: lead.source },
          { name: 'Agent', value: lead.assignedAgent?.name },
          { name: 'Created', value: <RelativeTime instant={lead.createdAt} /> },
          { name: 'Notes', value: lead.notes && <span className="whitespace-pre-line">{lead.notes}</span> },
        ]}
      />
    </Card>
  );
}
