import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { TeamHistoryDocument, type TeamHistoryQuery } from '#src/generated/graphql/graphql.ts';
import type { TeamMemberEvent } from '#src/machines/team/team-member.lifecycle.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { showWork } from './hand-over.tsx';
import { showRights } from './right-names.ts';

type Entry = TeamHistoryQuery['teamHistory'][number];
type Told = Record<string, unknown>;

const rightsOf = (value: unknown) => showRights(Array.isArray(value) ? (value as string[]) : []);

/** What someone did, as a phrase that follows their name. */
const SENTENCES: Record<TeamMemberEvent['type'], (member: string, told: Told) => string> = {
  'agent.registered': (member) => `took over ${member} from before`,
  'agent.invited': (member) => `invited ${member}`,
  'invitation.resent': (member) => `resent ${member}’s invitation`,
  'invitation.revoked': (member) => `revoked ${member}’s invitation`,
  'invitation.accepted': () => 'joined',
  'agent.renamed': (member, { from, to }) => `renamed ${String(from ?? member)} to ${String(to ?? member)}`,
  'rights.changed': (member, { given, taken }) =>
    `changed what ${member} can do: ${[
      rightsOf(given) && `gave ${rightsOf(given)}`,
      rightsOf(taken) && `took ${rightsOf(taken)}`,
    ]
      .filter(Boolean)
      .join(', ')}`,
  'sessions.ended': (member) => `signed ${member} out everywhere`,
  'work.handed-over': (member, { to, leads, chats }) =>
    `handed over ${showWork({ leads: Number(leads), chats: Number(chats) })} of ${member} to ${String(to)}`,
  'agent.disabled': (member) => `disabled ${member}`,
  'agent.enabled': (member) => `enabled ${member}`,
  'access.reset': (member, { second_step }) =>
    `reset ${member}’s access${second_step === true ? ' and turned off their two-factor sign-in' : ''}`,
  'second-step.turned-on': () => 'turned on two-factor sign-in',
  'second-step.turned-off': () => 'turned off two-factor sign-in',
  'recovery-codes.renewed': () => 'made new recovery codes',
};

const sentence = ({ event, member, payload }: Entry): string =>
  SENTENCES[event as TeamMemberEvent['type']]?.(member, payload as Told) ?? event.replace(/[.-]/g, ' ');

/** Who did what in the team, newest first. */
export function TeamHistory() {
  const { data, error, refetch } = useQuery(TeamHistoryDocument, { fetchPolicy: 'cache-and-network' });
  const [all, setAll] = useState(false);
  const entries = data?.teamHistory;
  const shown = all ? entries : entries?.slice(0, 10);
  return (
    <Card title="History">
      {error && !entries && (
        <FailedState title="The history could not be loaded" onRetry={() => void refetch().catch(() => {})} />
      )}
      {!error && !entries && (
        <Loading label="Loading the history…">
          <TextBones lines={4} />
        </Loading>
      )}
      {entries?.length === 0 && <p className="text-gray-600">No changes yet.</p>}
      <ol className="space-y-2.5">
        {shown?.map((entry) => (
          <li key={entry.id} className="wrap-anywhere">
            <span className="font-medium">{entry.actor ?? 'Someone'}</span> {sentence(entry)}
            <span className="text-gray-500">
              {' '}
              · <RelativeTime instant={entry.at} />
            </span>
          </li>
        ))}
      </ol>
      {entries && shown && entries.length > shown.length && (
        <Button size="sm" variant="ghost" className="mt-3" onClick={() => setAll(true)}>
          Show all {entries.length} entries
        </Button>
      )}
    </Card>
  );
}
