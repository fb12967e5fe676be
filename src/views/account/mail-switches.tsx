import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { type MailSwitchKind, MailSwitchesDocument, TurnMailsDocument } from '#src/generated/graphql/graphql.ts';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

const KINDS: Record<MailSwitchKind, { label: string; help?: string }> = {
  bid_invitation: { label: 'The broker invites you to bid on a load' },
  job_message: { label: 'The broker writes about a job, and you haven’t read it' },
  policy_ending: {
    label: 'An insurance policy is about to end',
    help: '30, 14, 7, and 1 day before. Without a required policy, you can’t bid.',
  },
  follow_up: { label: 'A follow-up is due today' },
  state_lead_follow_up: { label: 'A follow-up is due today' },
};

/**
 * Emails that repeat, by kind. Each switch is saved as it is turned, alone, and turned back if that fails; it stands as it was
 * turned last, so there is no version to name.
 */
export default function MailSwitches() {
  const notify = useNotify();
  const { data, error, refetch } = useQuery(MailSwitchesDocument, { fetchPolicy: 'cache-and-network' });
  const [turnMails] = useMutation(TurnMailsDocument);
  const [wanted, setWanted] = useState<Partial<Record<MailSwitchKind, boolean>>>({});
  const again = () => refetch().catch(() => {});
  const switches = data?.mailSwitches;
  if (!switches && error)
    return <FailedState title="Your email settings could not be loaded" onRetry={() => void again()} />;
  if (!switches)
    return (
      <Loading label="Loading email settings…">
        <TextBones lines={3} />
      </Loading>
    );

  async function turn(kind: MailSwitchKind, isOn: boolean): Promise<void> {
    setWanted((before) => ({ ...before, [kind]: isOn }));
    try {
      await turnMails({ variables: { kind, isOn } });
      await again();
      notify.done(isOn ? 'You’ll get these emails' : 'You won’t get these emails', { id: `mail-${kind}` });
    } catch (failure) {
      notify.failed(failure, 'Couldn’t save the setting. Try again.');
    } finally {
      setWanted((before) => ({ ...before, [kind]: undefined }));
    }
  }
  return (
    <fieldset className="max-w-160 space-y-3">
      <legend className="mb-2 font-medium text-gray-700">Also email me when…</legend>
      {switches.map(({ kind, isOn }) => (
        <Checkbox
          key={kind}
          {...KINDS[kind]}
          checked={wanted[kind] ?? isOn}
          disabled={wanted[kind] !== undefined}
          onChange={(event) => void turn(kind, event.currentTarget.checked)}
        />
      ))}
    </fieldset>
  );
}
