import { useEffect, useEffectEvent } from 'react';
import { useCutOff } from '#src/views/offline/as-of.ts';
import { useSendPapers } from './use-send-papers.ts';
import { useSendSteps } from './use-send-steps.ts';

/** Milliseconds: a phone may report a connection although nothing gets through. */
const AGAIN_AFTER = 30_000;

/** Sends the steps and papers waiting on this device once there is a connection, whichever page is open. */
export default function JobSender() {
  const isCutOff = useCutOff();
  const sendSteps = useSendSteps();
  const sendPapers = useSendPapers();
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
