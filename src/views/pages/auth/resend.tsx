import { useActorRef, useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { fromPromise } from 'xstate';
import { resendMachine } from '#src/machines/session/resend.machine.ts';
import type { Platform } from '#src/machines/session/session.user.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { sendMail } from './send-mail.ts';
import type { MailKind, SentMail } from './sent-mail.ts';

interface ResendProps {
  kind: MailKind;
  platform: Platform;
  sent: SentMail;
}

/** Sends the same email again, after a countdown that is shown. */
export function Resend({ kind, platform, sent }: ResendProps) {
  const send = fromPromise<string | null>(() =>
    sendMail(kind, platform, sent.email).then(
      () => null,
      (error: unknown) => {
        const { status, detail } = problemOf(error);
        if (detail === null || status === null || status >= 500) throw error;
        return detail;
      },
    ),
  );
  const actor = useActorRef(resendMachine.provide({ actors: { send } }), { input: { sentAt: sent.at } });
  const snapshot = useSelector(actor, (now) => now);
  return <ResendView snapshot={snapshot} onResend={() => actor.send({ type: 'resend.asked' })} />;
}

export function ResendView({
  snapshot,
  onResend,
}: {
  snapshot: SnapshotFrom<typeof resendMachine>;
  onResend: () => void;
}) {
  const { seconds, sent, problem } = snapshot.context;
  const isWaiting = snapshot.matches('waiting');
  return (
    <div className="space-y-3">
      {problem && <Callout color="red" title={problem} />}
      <p role="status" className="empty:hidden">
        {sent > 0 && isWaiting && 'Sent again.'}
      </p>
      {/* It stays focusable, because it may have the focus. */}
      <Button
        className="h-10 w-full"
        busy={snapshot.hasTag('busy')}
        aria-disabled={isWaiting || undefined}
        onClick={onResend}
      >
        Send it again
      </Button>
      <p className="text-center text-gray-600 tabular-nums">
        {isWaiting ? `You can send it again in ${seconds} s.` : '\u00a0'}
      </p>
    </div>
  );
}
