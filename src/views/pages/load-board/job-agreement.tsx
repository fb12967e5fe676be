import { useApolloClient, useQuery } from '@apollo/client/react';
import { Redirect } from 'wouter';
import type { JobAgreementQuery } from '#src/generated/graphql/graphql.ts';
import {
  DeclineJobDocument,
  JobAgreementDocument,
  OpenJobDocument,
  SignJobDocument,
} from '#src/generated/graphql/graphql.ts';
import type { SigningWrite } from '#src/machines/agreement/signing.machine.ts';
import { signatureInput } from '#src/views/agreement/signature-input.ts';
import { SignedCopy } from '#src/views/agreement/signed-copy.tsx';
import type { SigningDocument } from '#src/views/agreement/signing-document.ts';
import { SigningView } from '#src/views/agreement/signing-view.tsx';
import { useSigning } from '#src/views/agreement/use-signing.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { JobAgreementUnread } from './job-agreement-unread.tsx';
import type { ScreenProps } from './screen.ts';

/** The agreement of a job that this carrier was awarded. */
export default function JobAgreement({ params }: ScreenProps) {
  useTitle('Job agreement');
  const id = params.id ?? '';
  const { data, error, refetch } = useQuery(JobAgreementDocument, {
    variables: { leadId: id },
    fetchPolicy: 'cache-and-network',
  });
  const again = () => void refetch().catch(() => {});
  if (data) return <Agreement id={id} document={data.jobAgreement} reload={again} />;
  return <JobAgreementUnread error={error} reload={again} />;
}

function Agreement({ id, document, reload }: { id: string; document: SigningDocument; reload: () => void }) {
  const client = useApolloClient();
  const signing = useSigning({
    open: () => client.mutate({ mutation: OpenJobDocument, variables: { leadId: id } }),
    send: async ({ wish, draft, key }: SigningWrite) => {
      const context = { headers: { 'idempotency-key': key } };
      if (wish === 'decline') {
        const { data } = await client.mutate({
          mutation: DeclineJobDocument,
          variables: { leadId: id, reason: draft.reason.trim() },
          context,
        });
        return keep(data?.declineJob);
      }
      const signature = await signatureInput(draft, document.documentHash);
      const { data } = await client.mutate({
        mutation: SignJobDocument,
        variables: { leadId: id, signature },
        context,
      });
      return keep(data?.signJobAgreement);
    },
  });
  /** An agreement has no id in the response, so its cache entry is written by hand; its load is loaded again. */
  function keep(jobAgreement: JobAgreementQuery['jobAgreement'] | undefined) {
    if (jobAgreement)
      client.writeQuery({
        query: JobAgreementDocument,
        variables: { leadId: id },
        data: { __typename: 'Query', jobAgreement },
      });
    client.cache.evict({ id: client.cache.identify({ __typename: 'Load', id }) });
    client.cache.gc();
  }
  const { snapshot } = signing;
  if (snapshot.matches('signed')) return <Redirect to={hrefs.board.jobAgreementSigned(id)} replace />;
  const back = { label: 'Open jobs', href: hrefs.board.leads('open', { load: id }) };
  return (
    <SigningView
      signing={signing}
      document={document}
      onReadAgain={reload}
      declining={
        <p>The award ends and the broker can give the job to another carrier. The broker will see your reason.</p>
      }
      frame={(content, bar) => (
        <div className="mx-auto max-w-3xl">
          <PageHeader breadcrumb={[back]} title="Job agreement" below={document.reference} />
          {document.state === 'signed' && (
            <div className="mb-6">
              <SignedCopy url={document.url} />
            </div>
          )}
          {content}
          {bar && (
            <div className="sticky bottom-0 -mx-4 flex items-center gap-3 border-t border-gray-200 bg-white px-4 py-3">
              {bar}
            </div>
          )}
        </div>
      )}
    />
  );
}
