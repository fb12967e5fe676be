import { useMutation, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import {
  AddPushDeviceDocument,
  CarrierPushDocument,
  type CarrierPushFragment,
  RemovePushDeviceDocument,
  TurnPushDocument,
} from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { SavedSwitch } from '#src/views/ui/saved-switch.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';
import { pushAbility, subscribeDevice, unsubscribeDevice } from './push-device.ts';

const KINDS = {
  messages: 'The broker writes about a job',
  bids: 'You win a load, or your bid isn’t chosen',
} as const;
type Kind = keyof typeof KINDS;

/** Push notifications to the carrier's phone while the portal is closed: whether on this device, and which. */
export default function PushSettings() {
  const { data, error, refetch } = useQuery(CarrierPushDocument, { fetchPolicy: 'network-only' });
  const again = () =>
    refetch().then(
      () => {},
      () => {},
    );
  const push = data?.carrierPush;
  if (!push && error)
    return <FailedState title="Your notification settings could not be loaded" onRetry={() => void again()} />;
  if (!push)
    return (
      <Loading label="Loading notification settings…">
        <TextBones lines={4} />
      </Loading>
    );
  return (
    <div className="max-w-160 space-y-4">
      <ThisDevice push={push} onChanged={again} />
      <PushKinds push={push} onChanged={again} />
    </div>
  );
}

interface PartProps {
  push: CarrierPushFragment;
  onChanged: () => Promise<void>;
}

function ThisDevice({ push, onChanged }: PartProps) {
  const notify = useNotify();
  const [add] = useMutation(AddPushDeviceDocument);
  const [remove] = useMutation(RemovePushDeviceDocument);
  const { busy, write } = useWrite();
  const [ability, setAbility] = useState(pushAbility);

  const turn = (send: () => Promise<string | null>) =>
    void write({
      send,
      async done(said) {
        if (said) notify.done(said);
        await onChanged();
      },
      failed: 'Couldn’t change notifications on this device. Check your connection and try again.',
    }).then(() => setAbility(pushAbility()));
  const turnOn = () =>
    turn(async () => {
      const keys = await subscribeDevice(push.publicKey);
      if (!keys) return null;
      await add({ variables: { ...keys } });
      return 'Notifications are on';
    });
  const turnOff = () =>
    turn(async () => {
      await remove();
      await unsubscribeDevice().catch(() => {});
      return 'Notifications are off';
    });

  if (ability === 'unable')
    return (
      <p className="text-gray-600">
        This browser can’t show notifications. On an iPhone, add the load board to your home screen first.
      </p>
    );
  if (ability === 'blocked')
    return (
      <p className="text-gray-600">
        Notifications are blocked for this site. Allow them in your browser’s settings, then come back.
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 flex-1 basis-48">
        {push.isOn ? 'Notifications are on for this device.' : 'Get notified on this device, even when it’s locked.'}
      </p>
      <Button busy={busy !== null} onClick={push.isOn ? turnOff : turnOn}>
        {push.isOn ? 'Turn off' : 'Turn on notifications'}
      </Button>
    </div>
  );
}

function PushKinds({ push, onChanged }: PartProps) {
  const [turnPush] = useMutation(TurnPushDocument);
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 font-medium text-gray-700">Notify my devices when…</legend>
      {(Object.entries(KINDS) as [Kind, string][]).map(([kind, label]) => (
        <SavedSwitch
          key={kind}
          label={label}
          isOn={push[kind]}
          save={(isOn) => turnPush({ variables: { [kind]: isOn } }).then(onChanged)}
        />
      ))}
      <p className="text-gray-600">For new loads, choose it in each saved search on the board.</p>
    </fieldset>
  );
}
