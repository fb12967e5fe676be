import { useApolloClient, useQuery } from '@apollo/client/react';
import {
  type JobThreadFragment,
  OwnJobMessagesDocument,
  ReadFromBrokerDocument,
  WriteToBrokerDocument,
} from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { JobThread } from './job-thread.tsx';

interface OwnMessagesProps {
  leadId: string;
  /** For a job that the carrier gave back, shows earlier messages only, or nothing if there are none. */
  isPast?: boolean;
}

/** The carrier's conversation with the broker about its job. */
export default function OwnMessages({ leadId, isPast = false }: OwnMessagesProps) {
  const client = useApolloClient();
  const variables = { leadId };
  const { data, error, refetch } = useQuery(OwnJobMessagesDocument, { variables, fetchPolicy: 'cache-and-network' });
  const again = () => void refetch().catch(() => {});
  useLive('load', again, leadId);
  const thread = data?.ownJobMessages;
  if (isPast && (!thread || thread.messages.length === 0)) return null;
  if (!thread && error && problemOf(error).status === 404) return null;
  if (!thread && error) return <FailedState title="The messages could not be loaded" onRetry={again} />;
  if (!thread)
    return (
      <Loading label="Loading messages…">
        <TextBones lines={4} />
      </Loading>
    );
  /** A conversation has no id in the response, so its cache entry is written by hand. */
  const keep = (ownJobMessages: JobThreadFragment | undefined) => {
    if (ownJobMessages)
      client.writeQuery({
        query: OwnJobMessagesDocument,
        variables,
        data: { __typename: 'Query', ownJobMessages: ownJobMessages },
      });
  };
  const shown = (
    <JobThread
      thread={thread}
      viewer="carrier"
      filesUrl={`/files/carrier/agent-lead/${leadId}/job/messages/file`}
      onSend={async (text, key) => {
        const { data: sent } = await client.mutate({
          mutation: WriteToBrokerDocument,
          variables: { leadId, text },
          context: { headers: { 'idempotency-key': key } },
        });
        keep(sent?.writeToBroker);
      }}
      onSeen={async (through) => {
        const { data: read } = await client.mutate({
          mutation: ReadFromBrokerDocument,
          variables: { leadId, through },
        });
        keep(read?.readFromBroker);
      }}
      onChanged={again}
    />
  );
  if (!isPast) return shown;
  return (
    <section aria-label="Messages with the broker" className="border-t border-gray-200 pt-3">
      <h3 className="mb-2 font-semibold">Messages with the broker</h3>
      {shown}
    </section>
  );
}
