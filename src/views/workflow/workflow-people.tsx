import { useQuery } from '@apollo/client/react';
import { WorkflowPeopleDocument } from '#src/generated/graphql/graphql.ts';
import type { SessionUser } from '#src/machines/session/session.user.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

/** Which agents may see this page. Agents with the right `team` decide who else may. */
export function WorkflowPeople({ user }: { user: Pick<SessionUser, 'id' | 'rights'> }) {
  const { data, error, refetch } = useQuery(WorkflowPeopleDocument, { fetchPolicy: 'cache-and-network' });
  const people = data?.workflowPeople;
  return (
    <Card
      title="Who can see this"
      flush
      actions={
        user.rights.includes('team') && (
          <LinkButton size="sm" href={hrefs.agent.team()}>
            Change in Team
          </LinkButton>
        )
      }
    >
      {error && !people && (
        <FailedState title="The agents could not be loaded" onRetry={() => void refetch().catch(() => {})} />
      )}
      {!error && !people && (
        <div className="p-4">
          <Loading label="Loading the agents…">
            <TextBones lines={2} />
          </Loading>
        </div>
      )}
      <ul className="divide-y divide-gray-100">
        {people?.map((person) => (
          <li key={person.id} className="px-4 py-2.5">
            <p className="flex flex-wrap items-center gap-x-2 font-medium">
              {person.name}
              {person.id === user.id && <Badge tone="green">You</Badge>}
            </p>
            <p className="truncate text-gray-600">{person.email}</p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
