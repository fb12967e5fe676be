import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import type { Signing } from './use-signing.ts';

interface DeclineDialogProps {
  signing: Signing;
  title: string;
  /** What will happen. */
  children: ReactNode;
}

/** Confirms declining, with a reason that the other party reads. */
export default function DeclineDialog({
  signing: { actor, draft, problem, busy },
  title,
  children,
}: DeclineDialogProps) {
  const [attempt, setAttempt] = useState(0);
  const missing = attempt > 0 && draft.reason.trim() === '';
  function submit(event: FormEvent) {
    event.preventDefault();
    setAttempt((count) => count + 1);
    actor.send({ type: 'decline.sent' });
  }
  const close = () => actor.send({ type: 'decline.cancelled' });
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form="decline" variant="danger" busy={busy}>
            Decline
          </Button>
        </>
      }
    >
      <form id="decline" noValidate className="space-y-4" onSubmit={submit}>
        <div className="text-gray-600">{children}</div>
        {problem && <Callout color="red" title={problem} />}
        <Field label="Reason" error={missing ? 'Say why, in a few words.' : null}>
          <Textarea
            rows={3}
            maxLength={500}
            value={draft.reason}
            onChange={(event) => actor.send({ type: 'draft.changed', part: { reason: event.currentTarget.value } })}
          />
        </Field>
      </form>
    </Dialog>
  );
}
