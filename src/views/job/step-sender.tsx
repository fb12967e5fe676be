import { useEffect, useEffectEvent } from 'react';
import { useOffline } from '#src/views/ui/use-offline.ts';
import { useSendSteps } from './use-send-steps.ts';

/** Milliseconds: a phone may think that it is connected where nothing is answered. */
const AGAIN_AFTER = 30_000;

/** Sends the steps that wait on this device, whichever page is open once there is a connection. */
export default function StepSender() {
  const isOffline = useOffline();
  const send = useEffectEvent(useSendSteps());
  useEffect(() => {
    if (isOffline) return;
    const soon = setTimeout(() => void send());
    const again = setInterval(() => void send(), AGAIN_AFTER);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
    };
  }, [isOffline]);
  return null;
}
