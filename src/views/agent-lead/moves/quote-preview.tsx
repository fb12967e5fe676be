import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { QuoteMailDocument } from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { fieldId } from './move-frame.tsx';

/** The mail as it goes out, with what is typed for the client at its place. */
export function QuotePreview({ estimateId, message }: { estimateId: string; message: string }) {
  const { data, error, refetch } = useQuery(QuoteMailDocument, {
    variables: { estimateId },
    fetchPolicy: 'network-only',
  });
  const mail = data?.quoteMail;
  const isThere = mail !== undefined;
  // A dialog that takes the place of another one has the focus at best itself; its keys work from its fields.
  useEffect(() => {
    if (isThere && document.activeElement?.matches('body, [role=dialog]'))
      document.getElementById(fieldId('message'))?.focus();
  }, [isThere]);
  if (error && !mail)
    return <FailedState title="The preview could not be loaded" onRetry={() => void refetch().catch(() => {})} />;
  if (!mail) {
    return (
      <Loading label="Preparing the email…">
        <TextBones lines={8} />
      </Loading>
    );
  }
  const body = [mail.before, message.trim(), mail.after].filter(Boolean).join('\n\n');
  return (
    <section aria-label="Preview of the email" className="rounded-lg border border-gray-200 bg-gray-50 px-4 py-3">
      <dl className="mb-3 space-y-1 border-b border-gray-200 pb-3">
        <div className="flex gap-2">
          <dt className="text-gray-500">To</dt>
          <dd className="min-w-0 wrap-anywhere">{mail.to ?? '—'}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-gray-500">Subject</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{mail.subject}</dd>
        </div>
      </dl>
      <p className="whitespace-pre-line wrap-anywhere">{body}</p>
    </section>
  );
}
