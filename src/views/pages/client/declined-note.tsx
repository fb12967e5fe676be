import type { SigningDocument } from '#src/views/agreement/signing-document.ts';
import { showPhone } from '#src/views/ui/phone.ts';

/** After the client said no. */
export function DeclinedNote({ brokerage, reason }: { brokerage: SigningDocument['brokerage']; reason: string }) {
  return (
    <div role="status" className="rounded-lg border border-gray-200 bg-white p-5 sm:p-8">
      <h1 className="text-lg font-semibold tracking-tight">You declined the agreement</h1>
      <p className="mt-2 text-gray-600">
        {brokerage.name} has been told why: “{reason.trim()}”. Nothing was signed and nothing is charged. If a change
        would help, call{' '}
        <a href={`tel:${brokerage.phone}`} className="link whitespace-nowrap">
          {showPhone(brokerage.phone)}
        </a>
        .
      </p>
    </div>
  );
}
