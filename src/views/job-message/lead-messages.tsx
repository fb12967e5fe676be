import { useApolloClient, useQuery } from '@apollo/client/react';
import {
  JobMessagesDocument,
  type JobThreadFragment,
  ReadFromCarrierDocument,
  WriteToCarrierDocument,
} from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { JobThread } from './job-thread.tsx';

/** The brokerage's conversation with the carrier of a job. */
export default function LeadMessages({ leadId, jobId }: { leadId: string; jobId: string }) {
  const client = useApolloClient();
  const variables = { jobId };
  const { data, error, refetch } = useQuery(JobMessagesDocument, { variables, fetchPolicy: 'cache-and-network' });
  const again = () => void refetch().catch(() => {});
  useLive('agent-lead', again, leadId);
  const thread = data?.jobMessages;
  if (!thread && error) return <FailedState title="The messages could not be loaded" onRetry={again} />;
  if (!thread)
    return (
      <Loading label="Loading messages…">
        <TextBones lines={4} />
      </Loading>
    );
  /** A conversation has no id in the response, so its cache entry is written by hand. */
  const keep = (jobMessages: JobThreadFragment | undefined) => {
    if (jobMessages)
      client.writeQuery({ query: JobMessagesDocument, variables, data: { __typename: 'Query', jobMessages } });
  };
  return (
    <JobThread
      thread={thread}
      viewer="broker"
      filesUrl={`/files/agent-lead/job/${jobId}/messages/file`}
      onSend={async (text, key) => {
        const { data: sent } = await client.mutate({
          mutation: WriteToCarrierDocument,
          variables: { jobId, text },
          context: { headers: { 'idempotency-key': key } },
        });
        keep(sent?.writeToCarrier);
      }}
      onSeen={async (through) => {
        const { data: read } = await client.mutate({
          mutation: ReadFromCarrierDocument,
          variables: { jobId, through },
        });
        keep(read?.readFromCarrier);
      }}
      onChanged={again}
    />
  );
}
