import { useEffect, useEffectEvent } from 'react';
import { useSendPapers } from './use-send-papers.ts';
import { useSendSteps } from './use-send-steps.ts';

/** Milliseconds: a phone may report a connection although nothing gets through. */
const AGAIN_AFTER = 30_000;

/** Sends the steps and papers waiting on this device once there is a connection, whichever page is open. */
export default function JobSender({ personId, isCutOff }: { personId: string; isCutOff: boolean }) {
  const sendSteps = useSendSteps();
  const sendPapers = useSendPapers(personId);
  // Steps first: papers of a job depend on how far it is.
  const send = useEffectEvent(() => sendSteps().then(sendPapers));
  useEffect(() => {
    if (isCutOff) return;
    const soon = setTimeout(() => void send());
    const again = setInterval(() => void send(), AGAIN_AFTER);
    return () => {
      clearTimeout(soon);
      clearInterval(again);
    };
  }, [isCutOff]);
  return null;
}
