import { useBrokerage } from './use-brokerage.ts';
import { CallLink } from '#src/views/ui/call-link.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { EmailLink } from '#src/views/ui/email-link.tsx';

/** Without a payment provider nobody can pay here: whom to ask instead. */
export function PaymentsClosed({ title, to }: { title: string; to: string }) {
  const { brokerage } = useBrokerage();
  return (
    <Callout color="amber" title={title}>
      {brokerage && (
        <>
          To {to}, call <CallLink phone={brokerage.phone} /> or write to <EmailLink email={brokerage.email} />.
        </>
      )}
    </Callout>
  );
}
