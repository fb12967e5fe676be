import { useApolloClient, useQuery } from '@apollo/client/react';
import {
  type NoticeChannel,
  type NoticeKind,
  NoticeSettingsDocument,
  TurnNoticesDocument,
} from '#src/generated/graphql/graphql.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { SavedSwitch } from '#src/views/ui/saved-switch.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

/** The display names of the kinds of notices. */
const KIND_NAMES: Record<NoticeKind, string> = {
  question: 'A client asks a question',
  quote_accepted: 'A client accepts a quote',
  declined: 'A client declines',
  signed: 'A client signs',
  payment: 'A payment comes in or goes back',
  bid: 'A carrier bids',
  carrier_signed: 'A carrier signs the job',
  carrier_lost: 'A carrier declines or drops out',
  job_step: 'A load is picked up or delivered',
  carrier_message: 'A carrier writes about its job',
  assigned: 'Leads are assigned to you',
  mention: 'Someone mentions you in a note',
  mail_bounced: 'Email to a client bounces',
};
const KINDS = Object.keys(KIND_NAMES) as NoticeKind[];
const CHANNELS: readonly { channel: NoticeChannel; name: string; where: string }[] = [
  { channel: 'portal', name: 'Portal', where: 'in the portal' },
  { channel: 'mail', name: 'Email', where: 'by email' },
];

/**
 * What an agent is notified of, and where. Each switch is saved by itself as it is toggled, and reverted if that fails:
 * the last toggle wins, so there is no version to name.
 */
export default function NoticeSettings() {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(NoticeSettingsDocument, { fetchPolicy: 'cache-and-network' });
  const settings = data?.noticeSettings;
  if (!settings && error)
    return (
      <FailedState
        title="Your notification settings could not be loaded"
        onRetry={() => void refetch().catch(() => {})}
      />
    );
  if (!settings)
    return (
      <Loading label="Loading notification settings…">
        <TextBones lines={8} />
      </Loading>
    );

  const save = (kind: NoticeKind, channel: NoticeChannel, isOn: boolean) =>
    client.mutate({ mutation: TurnNoticesDocument, variables: { kind, channel, isOn } }).then(() => refetch());

  return (
    <table className="w-full max-w-160">
      <thead>
        <tr className="border-b border-gray-200 text-left">
          <th scope="col" className="py-2 font-medium text-gray-700">
            Tell me when…
          </th>
          {CHANNELS.map(({ channel, name }) => (
            <th key={channel} scope="col" className="w-16 py-2 text-center font-medium text-gray-700">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-gray-100">
        {KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-2 text-left font-normal">
              {KIND_NAMES[kind]}
            </th>
            {CHANNELS.map(({ channel, where }) => (
              <td key={channel}>
                <SavedSwitch
                  className="flex justify-center"
                  label={`${KIND_NAMES[kind]}: tell me ${where}`}
                  labelHidden
                  isOn={settings.find((one) => one.kind === kind)?.[channel] ?? false}
                  save={(isOn) => save(kind, channel, isOn)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
