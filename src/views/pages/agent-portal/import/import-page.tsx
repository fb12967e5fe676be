import { skipToken, useQuery } from '@apollo/client/react';
import { useLocation, useSearch } from 'wouter';
import { LeadImportDocument } from '#src/generated/graphql/graphql.ts';
import { ExistingLead } from '#src/views/agent-lead/existing-lead.tsx';
import { hrefs } from '#src/views/hrefs.ts';
import { ChooseFile } from '#src/views/lead-import/choose-file.tsx';
import { ImportDraft } from '#src/views/lead-import/import-draft.tsx';
import { ImportRun } from '#src/views/lead-import/import-run.tsx';
import { useUser } from '#src/views/session/session-context.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { NoAccess } from '#src/views/ui/no-access.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

/** Leads from a CSV file: select it, map its columns, check, import. The URL identifies the file. */
export default function ImportPage() {
  useTitle('Import leads');
  const { rights } = useUser();
  const [, navigate] = useLocation();
  const id = new URLSearchParams(useSearch()).get('file');
  const { data, error, refetch } = useQuery(
    LeadImportDocument,
    id ? { variables: { id }, fetchPolicy: 'cache-and-network' } : skipToken,
  );
  const again = () => void (id && refetch().catch(() => {}));
  useLive('lead-import', again, id ?? undefined);
  const one = data?.leadImport;
  const toLeads = <LinkButton href={hrefs.agent.leads('new')}>Go to leads</LinkButton>;
  if (!rights.includes('imports'))
    return <NoAccess action={toLeads}>Your account can’t import leads. Ask an agent who can.</NoAccess>;
  return (
    <>
      <PageHeader title="Import leads" breadcrumb={[{ label: 'Leads', href: hrefs.agent.leads('new') }]} />
      {!id && <ChooseFile onSent={(sent) => navigate(hrefs.agent.importLeads({ file: sent }))} />}
      {id && error && !one && (
        <FailedState
          title={
            problemOf(error).status === 404
              ? 'This import is gone. Files are kept for a week'
              : 'The import could not be loaded'
          }
          onRetry={again}
        />
      )}
      {id && !error && !one && (
        <Loading label="Loading the import…">
          <TextBones lines={8} />
        </Loading>
      )}
      {id &&
        one &&
        (one.startedAt ? (
          <ImportRun one={one} />
        ) : (
          <ImportDraft key={id} one={one} showLead={(lead) => <ExistingLead lead={lead} />} />
        ))}
    </>
  );
}
