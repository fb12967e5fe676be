import { ChatBubbleLeftIcon, EnvelopeIcon, PhoneIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import type { StateLeadRow } from './state-lead-names.ts';

const TextDialog = lazy(() => import('./text-dialog.tsx'));

/** Call, text, or email with one tap; details the client did not provide have no button. */
export function ContactBar({ lead, sender }: { lead: StateLeadRow; sender: string }) {
  const [isTexting, setTexting] = useState(false);
  const { phone, email } = lead.client ?? {};
  if (!phone && !email) return null;
  return (
    <div
      role="group"
      aria-label="Contact the client"
      className="grid gap-2"
      style={{ gridAutoFlow: 'column', gridAutoColumns: 'minmax(0, 1fr)' }}
    >
      {phone && (
        <>
          <LinkButton href={`tel:${phone}`} size="lg" className="px-2" icon={<PhoneIcon />}>
            Call
          </LinkButton>
          <Button size="lg" className="px-2" icon={<ChatBubbleLeftIcon />} onClick={() => setTexting(true)}>
            Text
          </Button>
        </>
      )}
      {email && (
        <LinkButton href={`mailto:${email}`} size="lg" className="px-2" icon={<EnvelopeIcon />}>
          Email
        </LinkButton>
      )}
      {isTexting && (
        <LazyBoundary>
          <TextDialog lead={lead} sender={sender} onClose={() => setTexting(false)} />
        </LazyBoundary>
      )}
    </div>
  );
}
