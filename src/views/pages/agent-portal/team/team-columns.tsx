import type {
  MailStopFragment,
  TeamMemberRowFragment as Member,
  TeamMemberState,
} from '#src/generated/graphql/graphql.ts';
import { whyStopped } from '#src/views/mailing/mail-stop.tsx';
import { showWork } from '#src/views/team/hand-over.tsx';
import { showRights } from '#src/views/team/right-names.ts';
import { Badge, StateDot, type Tone } from '#src/views/ui/badge.tsx';
import type { Column } from '#src/views/ui/data-table.types.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';

const STATES: Record<TeamMemberState, { tone: Tone; word: string }> = {
  active: { tone: 'green', word: 'Active' },
  invited: { tone: 'blue', word: 'Invited' },
  expired: { tone: 'amber', word: 'Invitation expired' },
  disabled: { tone: 'gray', word: 'Disabled' },
};

/** The columns of the team list, as seen by `ownId`; `stops` by the email address that accepts no mail. */
export const columnsFor = (ownId: string, stops: ReadonlyMap<string, MailStopFragment>): readonly Column<Member>[] => [
  {
    id: 'agent',
    header: 'Agent',
    width: 'minmax(11rem, 1.6fr)',
    card: 'start',
    cell: ({ id, name, email, ...member }) => (
      <>
        <span className="flex items-center gap-2 font-medium">
          <span className="truncate">{name}</span>
          {id === ownId && <Badge tone="green">You</Badge>}
        </span>
        <span className="block truncate text-gray-600">{email}</span>
        {stops.has(email.toLowerCase()) && <Badge tone="red">{whyStopped(stops.get(email.toLowerCase())!)}</Badge>}
        <Unsent member={member} />
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: '9rem',
    card: 'line',
    cell: ({ state }) => <StateDot tone={STATES[state].tone}>{STATES[state].word}</StateDot>,
  },
  {
    id: 'rights',
    header: 'Rights',
    width: 'minmax(11rem, 1.6fr)',
    card: 'line',
    cell: ({ rights }) => showRights(rights) || <Nothing>No extra rights</Nothing>,
  },
  { id: 'seen', header: 'Last sign-in', width: '8rem', card: 'line', cell: (row) => <LastSeen member={row} /> },
  { id: 'work', header: 'Work', width: '8.5rem', card: 'line', cell: (row) => showWork(row) || <Nothing>—</Nothing> },
];

/** The email with the link has not left, or never will. */
function Unsent({ member: { mailState, mailProblem } }: { member: Pick<Member, 'mailState' | 'mailProblem'> }) {
  const isLost = mailState === 'failed';
  if (!isLost && !(mailState === 'waiting' && mailProblem !== null)) return null;
  return (
    <>
      <Badge tone={isLost ? 'red' : 'amber'}>
        {isLost ? 'Email not delivered' : 'Email not sent yet, trying again'}
      </Badge>
      <span className="block text-gray-600 wrap-anywhere">{mailProblem}</span>
    </>
  );
}

const Nothing = ({ children }: { children: string }) => <span className="text-gray-500">{children}</span>;

function LastSeen({ member: { state, lastSignedInAt, sentAt, expiresAt } }: { member: Member }) {
  if (state === 'invited' || state === 'expired')
    return (
      <>
        {state === 'invited' ? 'Link ends ' : 'Link ended '}
        <RelativeTime instant={expiresAt ?? sentAt!} />
      </>
    );
  return lastSignedInAt ? (
    <>
      <span className="rows:hidden">Signed in </span>
      <RelativeTime instant={lastSignedInAt} />
    </>
  ) : (
    <Nothing>Never signed in</Nothing>
  );
}
