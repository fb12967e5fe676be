import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';

interface QuoteDeclineProps {
  open: boolean;
  company: string;
  reason: string;
  onReason: (reason: string) => void;
  problem: string | null;
  busy: boolean;
  onClose: () => void;
  onDecline: () => void;
}

/** Declines a mover's quote, optionally with a reason. */
export function QuoteDecline({
  open,
  company,
  reason,
  onReason,
  problem,
  busy,
  onClose,
  onDecline,
}: QuoteDeclineProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Decline ${company}’s quote?`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form="decline-quote" variant="danger" busy={busy}>
            Decline quote
          </Button>
        </>
      }
    >
      <form
        id="decline-quote"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onDecline();
        }}
      >
        <p className="text-gray-600">{company} will be notified. You can’t undo this here.</p>
        {problem && <Callout color="red" title={problem} />}
        <Field label="Reason" optional help={`${company} will read it.`}>
          <Textarea
            rows={3}
            maxLength={1000}
            value={reason}
            onChange={(event) => onReason(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
