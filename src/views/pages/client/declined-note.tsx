import type { SigningDocument } from '#src/views/agreement/signing-document.ts';
import { CallLink } from '#src/views/ui/call-link.tsx';
import { takeFocus } from '#src/views/ui/draw-then-focus.ts';

/** Shown after the client declined. It replaces the agreement, and takes the focus. */
export function DeclinedNote({ brokerage, reason }: { brokerage: SigningDocument['brokerage']; reason: string }) {
  return (
    <div className="rounded-lg border border-gray-200 bg-white p-5 sm:p-8">
      <h1 ref={takeFocus} tabIndex={-1} className="text-lg font-semibold tracking-tight outline-none">
        You declined the agreement
      </h1>
      <p className="mt-2 text-gray-600">
        Nothing was signed, and nothing is charged. {brokerage.name} has been told why:
      </p>
      <p className="mt-2 whitespace-pre-line wrap-anywhere">“{reason.trim()}”</p>
      <p className="mt-6 border-t border-gray-200 pt-3 text-gray-600">
        If a change would help, call <CallLink phone={brokerage.phone} />.
      </p>
    </div>
  );
}
