import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { AgreementText } from './agreement-text.tsx';
import { ClosedAgreement } from './closed-agreement.tsx';
import { SIGN_FORM, SignForm } from './sign-form.tsx';
import type { SigningDocument } from './signing-document.ts';
import type { Signing } from './use-signing.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const DeclineDialog = lazy(() => import('./decline-dialog.tsx'));

interface SigningViewProps {
  signing: Signing;
  document: SigningDocument;
  onReadAgain: () => void;
  /** What declining does, explained beforehand; omitted if declining is not possible. */
  declining?: ReactNode;
  /** Where the page puts the bar at the bottom; null while there is nothing to do next. */
  frame: (content: ReactNode, bar: ReactNode) => ReactNode;
}

/** Read, then sign or decline. The bar at the bottom always leads to the next action. */
export function SigningView({ signing, document, onReadAgain, declining, frame }: SigningViewProps) {
  const text = useRef<HTMLDivElement>(null);
  const closed = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(document.isOpen);
  const { actor, snapshot } = signing;
  const isDeclining =
    snapshot.matches({ begun: 'declining' }) ||
    (snapshot.context.wish === 'decline' && (signing.busy || snapshot.matches({ begun: 'failed' })));
  const hasReached = !snapshot.matches('looking') && !snapshot.matches({ begun: 'reading' });

  // The form is gone, and why is said at the top of the page, far above on a phone.
  const isOver = !document.isOpen && !isDeclining;
  useEffect(() => {
    if (!isOver || !wasOpen.current) return;
    // After the dialog has returned the focus to where it was.
    const timer = setTimeout(() => {
      closed.current?.scrollIntoView({ block: 'start' });
      closed.current?.focus({ preventScroll: true });
    });
    return () => clearTimeout(timer);
  }, [isOver]);

  function goToSigning() {
    actor.send({ type: 'signature.reached' });
    const form = window.document.getElementById(SIGN_FORM);
    form?.scrollIntoView({ block: 'start', behavior: 'smooth' });
    form?.focus({ preventScroll: true });
  }

  const bar = !document.isOpen ? null : snapshot.matches('looking') ? (
    <>
      <p className="min-w-0 flex-1 text-gray-600">Read it in full before you sign.</p>
      <Button
        variant="primary"
        size="lg"
        onClick={() => {
          actor.send({ type: 'signer.began' });
          text.current?.scrollIntoView({ block: 'start', behavior: 'smooth' });
          text.current?.focus({ preventScroll: true });
        }}
      >
        Start reading
      </Button>
    </>
  ) : hasReached ? null : (
    <>
      <p className="min-w-0 flex-1 text-gray-600">Finished reading?</p>
      <Button variant="primary" size="lg" onClick={goToSigning}>
        Go to signing
      </Button>
    </>
  );

  return frame(
    <>
      {!document.isOpen && <ClosedAgreement ref={closed} document={document} />}
      <div
        ref={text}
        tabIndex={-1}
        className="scroll-mt-16 rounded-lg border border-gray-200 bg-white p-4 outline-none sm:p-8"
      >
        <AgreementText html={document.html} />
      </div>
      {document.isOpen && (
        <div className="mt-6 rounded-lg border border-gray-200 bg-white p-4 sm:p-8">
          <SignForm
            signing={signing}
            document={document}
            onReadAgain={onReadAgain}
            canDecline={declining !== undefined}
          />
        </div>
      )}
      {isDeclining && (
        <LazyBoundary>
          <DeclineDialog signing={signing} title="Decline this agreement?">
            {declining}
          </DeclineDialog>
        </LazyBoundary>
      )}
    </>,
    bar,
  );
}
