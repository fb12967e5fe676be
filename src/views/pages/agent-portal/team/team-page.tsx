import { useApolloClient, useQuery } from '@apollo/client/react';
import { EllipsisHorizontalIcon, PlusIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import {
  DisableAgentDocument,
  EnableAgentDocument,
  LiftMailStopDocument,
  MailStopsDocument,
  ResendAgentInvitationDocument,
  RevokeAgentInvitationDocument,
  SignAgentOutDocument,
  TeamDocument,
  type TeamMemberRowFragment as Member,
} from '#src/generated/graphql/graphql.ts';
import { WithoutRight } from '#src/views/session/without-right.tsx';
import { useSession, useUser } from '#src/views/session/session-context.ts';
import { ChangeRights, RenameAgent } from '#src/views/team/edit-agent.tsx';
import { HandOver, showWork } from '#src/views/team/hand-over.tsx';
import { InviteAgent } from '#src/views/team/invite-agent.tsx';
import { showRights } from '#src/views/team/right-names.ts';
import { TeamHistory } from '#src/views/team/team-history.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { DataTable } from '#src/views/ui/data-table.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { Menu, type MenuEntry } from '#src/views/ui/menu.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { columnsFor } from './team-columns.tsx';

type Asked = 'lift-stop' | 'rename' | 'rights' | 'disable' | 'enable' | 'sign-out' | 'revoke' | 'hand-over';

/** The agents of the brokerage and the people invited to become agents: their rights, and whether they can sign in. */
export default function TeamPage() {
  useTitle('Team');
  const user = useUser();
  const session = useSession();
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(TeamDocument, { fetchPolicy: 'cache-and-network' });
  useLive('team', readAgain);
  const [isInviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<{ what: Asked; member: Member } | null>(null);
  const { busy, write } = useWrite();
  const members = data?.team;
  const { data: stopped, refetch: readStops } = useQuery(MailStopsDocument, {
    variables: { email: null },
    fetchPolicy: 'cache-and-network',
  });
  useLive('mail-stop', () => void readStops().catch(() => {}));
  const stops = new Map(stopped?.mailStops.map((stop) => [stop.email, stop]));
  const close = () => setAsked(null);

  function readAgain(): void {
    void client.refetchQueries({ include: ['Team', 'TeamHistory'] });
  }
  const run = (send: () => Promise<unknown>, done: string, failed: string) =>
    void write({ send, done, failed }).then(() => {
      readAgain();
      close();
    });
  const resend = ({ id, version, email }: Member) =>
    run(
      () => client.mutate({ mutation: ResendAgentInvitationDocument, variables: { id, version } }),
      `A new link is on its way to ${email}`,
      'Couldn’t send the invitation. Try again.',
    );

  const problem = error && problemOf(error);
  if (problem?.status === 403) return <WithoutRight problem={problem} />;

  const ask = (what: Asked, member: Member) => () => setAsked({ what, member });
  const itemsOf = (member: Member): MenuEntry[] => [
    ...(stops.has(member.email.toLowerCase())
      ? [{ label: 'Email this address again', onSelect: ask('lift-stop', member) }]
      : []),
    ...stateItemsOf(member),
  ];
  const stateItemsOf = (member: Member): MenuEntry[] =>
    member.state === 'invited' || member.state === 'expired'
      ? [
          { label: 'Send again', onSelect: () => resend(member) },
          { label: 'Revoke', danger: true, onSelect: ask('revoke', member) },
        ]
      : [
          { label: 'Rename', onSelect: ask('rename', member) },
          ...(member.state === 'active'
            ? [
                { label: 'Change rights', onSelect: ask('rights', member) },
                { label: 'Sign out everywhere', onSelect: ask('sign-out', member) },
              ]
            : []),
          {
            label: 'Hand over work',
            onSelect: ask('hand-over', member),
            offBecause: showWork(member) === '' ? 'No leads or chats to hand over.' : null,
          },
          'separator',
          member.state === 'active'
            ? { label: 'Disable', danger: true, onSelect: ask('disable', member) }
            : { label: 'Enable', onSelect: ask('enable', member) },
        ];
  const member = asked?.member;
  const variables = member && { id: member.id, version: member.version };
  const isOwn = member?.id === user.id;
  const editing = {
    onClose: close,
    onStale: readAgain,
    onSaved: (saved: Member) => {
      readAgain();
      // The frame shows one's own name and depends on one's own rights.
      if (saved.id === user.id) session.send({ type: 'user.changed' });
    },
  };
  return (
    <>
      <PageHeader
        title="Team"
        below="Your brokerage’s agents and what they can do."
        primary={
          <Button variant="primary" icon={<PlusIcon />} onClick={() => setInviting(true)}>
            Invite an agent
          </Button>
        }
      />
      <div className="space-y-4">
        {error && !members && (
          <FailedState title="The team could not be loaded" onRetry={() => void refetch().catch(() => {})} />
        )}
        {!error && !members && (
          <Loading label="Loading the team…">
            <Bone className="h-40 rounded-lg" />
          </Loading>
        )}
        {members && (
          <div className="-mx-4 border-t border-gray-200 sm:-mx-6">
            <DataTable
              label="Agents and open invitations"
              columns={columnsFor(user.id, stops)}
              rows={members}
              rowId={({ id }) => id}
              total={members.length}
              rowActions={(row) => (
                <Menu label={`Actions for ${row.name}`} items={itemsOf(row)} className="btn btn-ghost btn-icon btn-sm">
                  <EllipsisHorizontalIcon className="size-4" />
                </Menu>
              )}
            />
          </div>
        )}
        <TeamHistory />
      </div>

      {isInviting && <InviteAgent onClose={() => setInviting(false)} />}
      {asked?.what === 'rename' && <RenameAgent member={asked.member} {...editing} />}
      {asked?.what === 'rights' && <ChangeRights member={asked.member} {...editing} />}
      {asked?.what === 'hand-over' && (
        <HandOver
          member={asked.member}
          takers={members?.filter(({ id, state }) => state === 'active' && id !== asked.member.id) ?? []}
          onClose={close}
          onChanged={readAgain}
        />
      )}
      {member && variables && (
        <>
          <ConfirmDialog
            open={asked.what === 'lift-stop'}
            onClose={close}
            title={`Email ${member.email} again?`}
            confirm="Email again"
            danger={false}
            busy={busy !== null}
            onConfirm={() =>
              run(
                async () => {
                  await client.mutate({ mutation: LiftMailStopDocument, variables: { email: member.email } });
                  await readStops();
                },
                `Email to ${member.email} is back on`,
                'Couldn’t resume email to this address. Try again.',
              )
            }
          >
            The mail server said: {stops.get(member.email.toLowerCase())?.detail} Held emails go out now.
          </ConfirmDialog>
          <ConfirmDialog
            open={asked.what === 'disable'}
            onClose={close}
            title={`Disable ${isOwn ? 'your own account' : member.name}?`}
            confirm="Disable"
            busy={busy !== null}
            onConfirm={() =>
              run(
                () => client.mutate({ mutation: DisableAgentDocument, variables }),
                `${member.name} is signed out and can no longer sign in`,
                'Couldn’t disable the account. Try again.',
              )
            }
          >
            They’re signed out on every device right away and can’t sign in until you enable the account again.{' '}
            {showWork(member)
              ? `${showWork(member)} stay${member.leads + member.chats === 1 ? 's' : ''} theirs until you hand the work over.`
              : 'The history keeps their name.'}
          </ConfirmDialog>
          <ConfirmDialog
            open={asked.what === 'enable'}
            onClose={close}
            title={`Enable ${member.name}?`}
            confirm="Enable"
            danger={false}
            busy={busy !== null}
            onConfirm={() =>
              run(
                () => client.mutate({ mutation: EnableAgentDocument, variables }),
                `${member.name} can sign in again`,
                'Couldn’t enable the account. Try again.',
              )
            }
          >
            They sign in with their old password and get their rights back:{' '}
            {showRights(member.rights) || 'no extra rights'}.
          </ConfirmDialog>
          <ConfirmDialog
            open={asked.what === 'sign-out'}
            onClose={close}
            title={`Sign ${isOwn ? 'yourself' : member.name} out everywhere?`}
            confirm="Sign out everywhere"
            busy={busy !== null}
            onConfirm={() =>
              run(
                () => client.mutate({ mutation: SignAgentOutDocument, variables }),
                `${member.name} was signed out everywhere`,
                'Couldn’t sign them out. Try again.',
              )
            }
          >
            Every device has to sign in again. Unsaved drafts stay on the device.
          </ConfirmDialog>
          <ConfirmDialog
            open={asked.what === 'revoke'}
            onClose={close}
            title={`Revoke ${member.name}’s invitation?`}
            confirm="Revoke"
            busy={busy !== null}
            onConfirm={() =>
              run(
                () => client.mutate({ mutation: RevokeAgentInvitationDocument, variables }),
                `${member.name}’s invitation was revoked`,
                'Couldn’t revoke the invitation. Try again.',
              )
            }
          >
            The emailed link stops working. You can invite them again later.
          </ConfirmDialog>
        </>
      )}
    </>
  );
}
