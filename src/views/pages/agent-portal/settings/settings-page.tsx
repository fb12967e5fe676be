import { useQuery } from '@apollo/client/react';
import { AgentProfileDocument } from '#src/generated/graphql/graphql.ts';
import { AgentProfile } from '#src/views/account/agent-profile.tsx';
import { useSession } from '#src/views/session/session-context.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

export default function SettingsPage() {
  useTitle('Settings');
  const session = useSession();
  const { data, error, refetch } = useQuery(AgentProfileDocument);
  return (
    <>
      <PageHeader title="Settings" below="Your profile" />
      {error && !data && <FailedState title="Your profile could not be loaded" onRetry={() => void refetch()} />}
      {!error && !data && (
        <Loading label="Loading your profile…">
          <div className="max-w-160 space-y-4">
            {[0, 1, 2].map((row) => (
              <div key={row}>
                <Bone className="mb-1.5 h-5 w-20" />
                <Bone className="h-9" />
              </div>
            ))}
          </div>
        </Loading>
      )}
      {data && (
        <AgentProfile
          agent={data.me}
          onStale={async () => (await refetch()).data?.me}
          // The frame shows the name, too, and has it from the session.
          onSaved={() => session.send({ type: 'user.changed' })}
        />
      )}
    </>
  );
}
