import { useQuery } from '@apollo/client/react';
import { CheckIcon } from '@heroicons/react/24/outline';
import { Redirect, useSearch } from 'wouter';
import { JobAgreementDocument } from '#src/generated/graphql/graphql.ts';
import { SignedCopy } from '#src/views/agreement/signed-copy.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { exactTime } from '#src/views/ui/relative-time.tsx';
import { JobAgreementUnread } from './job-agreement-unread.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

/** After the carrier has signed: its copy, and the link to the job with the client's contact. */
export default function JobAgreementSigned() {
  useTitle('Job agreement signed');
  const id = new URLSearchParams(useSearch()).get('load');
  const { data, error, refetch } = useQuery(JobAgreementDocument, {
    variables: { leadId: id ?? '' },
    skip: id === null,
  });
  if (id === null) return <Redirect to={hrefs.board.leads('open')} replace />;
  if (!data) return <JobAgreementUnread error={error} reload={() => void refetch().catch(() => {})} />;
  const document = data.jobAgreement;
  // Without a signature there is no job yet: the agreement page shows its state.
  if (document.state !== 'signed') return <Redirect to={hrefs.board.jobAgreement(id)} replace />;
  return (
    <div className="mx-auto max-w-xl py-6">
      <span className="mb-4 grid size-9 place-items-center rounded-full bg-primary-600 text-white">
        <CheckIcon className="size-5" aria-hidden />
      </span>
      <h1 className="text-lg font-semibold tracking-tight">The job is yours</h1>
      <p className="mt-2 mb-6 text-base text-gray-600">
        {document.signedAt && `You signed ${document.reference} on ${exactTime(document.signedAt)}. `}
        The client’s contact and the street addresses are now on the job.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <LinkButton
          variant="primary"
          size="lg"
          href={hrefs.board.leads('open', { load: id })}
          className="max-sm:w-full"
        >
          Open the job
        </LinkButton>
        <SignedCopy url={document.url} />
      </div>
      <h2 className="mt-6 mb-2 font-semibold">Next</h2>
      <ul className="list-disc space-y-0.5 pl-4">
        <li>Call the client at least 24 hours before you arrive.</li>
        <li>Tell the broker right away if you’re delayed or the shipment differs from the list.</li>
        <li>On the job, say when you’re on the way, and when you’ve picked up and delivered.</li>
        <li>
          Add the signed delivery receipt and the completion-of-work statement there within two days of the delivery.
        </li>
      </ul>
    </div>
  );
}
