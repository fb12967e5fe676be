import { Redirect } from 'wouter';
import {
  ContractToSignDocument,
  DeclineContractDocument,
  OpenContractDocument,
  SignContractDocument,
} from '#src/generated/graphql/graphql.ts';
import { signatureInput } from '#src/views/agreement/signature-input.ts';
import type { SigningDocument } from '#src/views/agreement/signing-document.ts';
import { SigningView } from '#src/views/agreement/signing-view.tsx';
import { useSigning } from '#src/views/agreement/use-signing.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { ask } from '#src/views/ui/ask.ts';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';
import { DeclinedNote } from './declined-note.tsx';
import { LinkPage } from './link-page.tsx';
import { SendAgain } from './send-again.tsx';

export default function AgreementSign() {
  const token = useToken();
  return (
    <LinkPage
      document={ContractToSignDocument}
      token={token}
      noun="agreement"
      again={token && <SendAgain token={token} />}
    >
      {({ contractToSign }, reload) => <Contract document={contractToSign} token={token} reload={reload} />}
    </LinkPage>
  );
}

function Contract({ document, token, reload }: { document: SigningDocument; token: string; reload: () => void }) {
  useTitle('Your moving agreement');
  const signing = useSigning({
    open: () => ask(OpenContractDocument, { token }),
    send: async ({ wish, draft, key }) =>
      wish === 'sign'
        ? ask(SignContractDocument, { token, signature: await signatureInput(draft, document.documentHash) }, { key })
        : ask(DeclineContractDocument, { token, reason: draft.reason.trim() }, { key }),
  });
  const { snapshot } = signing;
  if (snapshot.matches('signed') || document.state === 'signed')
    return <Redirect to={hrefs.client.agreementSigned(token)} replace />;
  const { brokerage } = document;
  if (snapshot.matches('declined')) {
    return (
      <LegalLayout brokerage={brokerage}>
        <DeclinedNote brokerage={brokerage} reason={signing.draft.reason} />
      </LegalLayout>
    );
  }
  return (
    <SigningView
      signing={signing}
      document={document}
      onReadAgain={reload}
      declining={
        <p>
          You won’t be able to sign it afterwards. {brokerage.name} will read your reason and get back to you; nothing
          is charged.
        </p>
      }
      frame={(content, bar) => (
        <LegalLayout brokerage={brokerage} bar={bar}>
          <h1 className="text-lg font-semibold tracking-tight sm:text-xl">Your moving agreement</h1>
          <p className="mt-1 mb-6 text-gray-600">
            {document.reference} with {brokerage.name}
          </p>
          {content}
        </LegalLayout>
      )}
    />
  );
}
