import { useApolloClient, useQuery } from '@apollo/client/react';
import { CarrierAgreementDocument, SignCarrierAgreementDocument } from '#src/generated/graphql/graphql.ts';
import { signatureInput } from '#src/views/agreement/signature-input.ts';
import type { SigningDocument } from '#src/views/agreement/signing-document.ts';
import { SigningView } from '#src/views/agreement/signing-view.tsx';
import { useSigning } from '#src/views/agreement/use-signing.ts';
import { useSession } from '#src/views/session/session-context.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { CallLink } from '#src/views/ui/call-link.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import type { StepProps } from './signup-step.ts';
import { StepFrame } from '#src/views/ui/step-frame.tsx';

export default function AgreementStep(props: StepProps) {
  const { profile, go, isArrival } = props;
  const { brokerage } = profile;
  // Generated from the current profile, so data from an earlier visit must not be used.
  const { data, error, refetch } = useQuery(CarrierAgreementDocument, { fetchPolicy: 'network-only' });
  const again = () => void refetch().catch(() => {});
  const isIncomplete = error !== undefined && problemOf(error).status === 409;
  return (
    <StepFrame
      title="The broker-carrier agreement"
      description={
        <>
          Read it in full, then sign it below. It is drawn up from your profile; if something in it is wrong, go back
          and correct it. Questions? Call {brokerage.name} at <CallLink phone={brokerage.phone} />.
        </>
      }
      isArrival={isArrival}
    >
      {isIncomplete ? (
        <Callout
          color="amber"
          role="alert"
          title={problemOf(error).detail}
          action={<Button onClick={() => go('profile.wanted')}>Complete the profile</Button>}
        />
      ) : data ? (
        <Agreement {...props} document={data.carrierAgreement} reload={again} />
      ) : error ? (
        <FailedState title="The agreement could not be loaded" onRetry={again}>
          Check your connection, then try again.
        </FailedState>
      ) : (
        <Loading label="Loading the agreement…">
          <TextBones lines={14} />
        </Loading>
      )}
    </StepFrame>
  );
}

function Agreement({ go, document, reload }: StepProps & { document: SigningDocument; reload: () => void }) {
  const client = useApolloClient();
  const session = useSession();
  const notify = useNotify();
  const signing = useSigning({
    async send({ draft, key }) {
      const signature = await signatureInput(draft, document.documentHash);
      await client.mutate({
        mutation: SignCarrierAgreementDocument,
        variables: { signature },
        context: { headers: { 'idempotency-key': key } },
      });
      notify.done('Agreement signed', { description: 'We’ll email you a copy.' });
      go('agreement.signed');
      // After signing, the carrier may see the board; the route table leads there once the session is updated.
      session.send({ type: 'user.changed' });
    },
  });
  return (
    <SigningView
      signing={signing}
      document={document}
      onReadAgain={reload}
      frame={(content, bar) => (
        <>
          {content}
          <Button
            size="lg"
            variant="ghost"
            className="mt-3 max-sm:w-full"
            disabled={signing.busy}
            onClick={() => go('step.back')}
          >
            Back
          </Button>
          {bar && (
            <div className="sticky bottom-0 -mx-4 flex items-center gap-3 border-t border-gray-200 bg-white px-4 py-3">
              {bar}
            </div>
          )}
        </>
      )}
    />
  );
}
