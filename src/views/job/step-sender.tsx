import { useEffect, useEffectEvent } from 'react';
import { useOffline } from '#src/views/ui/use-offline.ts';
import { useSendSteps } from './use-send-steps.ts';

/** Milliseconds: a phone may report a connection although nothing gets through. */
const AGAIN_AFTER = 30_000;

/** Sends the steps waiting on this device once there is a connection, whichever page is open. */
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
