import { useMutation, useQuery } from '@apollo/client/react';
import { type MailSwitchKind, MailSwitchesDocument, TurnMailsDocument } from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { SavedSwitch } from '#src/views/ui/saved-switch.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { mailsWords } from './notifications-form.tsx';

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

/** Recurring emails, by kind. */
export default function MailSwitches() {
  const { data, error, refetch } = useQuery(MailSwitchesDocument, { fetchPolicy: 'cache-and-network' });
  const [turnMails] = useMutation(TurnMailsDocument);
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

  return (
    <fieldset className="max-w-160 space-y-3">
      <legend className="mb-2 font-medium text-gray-700">Also email me when…</legend>
      {switches.map(({ kind, isOn }) => (
        <SavedSwitch
          key={kind}
          {...KINDS[kind]}
          isOn={isOn}
          save={(next) => turnMails({ variables: { kind, isOn: next } }).then(again)}
          done={mailsWords}
        />
      ))}
    </fieldset>
  );
}
