import { useBrokerage } from '#src/views/brokerage/use-brokerage.ts';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { DeadLink } from './dead-link.tsx';
import { SendAgain } from './send-again.tsx';

/** The same page and the same response for every token. */
export default function AgreementSendEmail() {
  useTitle('Get the link again');
  const token = useToken();
  const { brokerage } = useBrokerage();
  if (!token)
    return <DeadLink noun="agreement" detail="Part of this link is missing. Open the link in our email again." />;
  return (
    <LegalLayout brokerage={brokerage}>
      <div className="rounded-lg border border-gray-200 bg-white p-5 sm:p-8">
        <h1 className="text-lg font-semibold tracking-tight">Get the link to your agreement again</h1>
        <p className="mt-2 mb-6 text-gray-600">We’ll send it to the email address you gave us.</p>
        <SendAgain token={token} />
      </div>
    </LegalLayout>
  );
}
