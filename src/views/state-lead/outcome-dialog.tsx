import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { DecideStateLeadDocument, type StateLeadLostReason } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { MoneyInput } from '#src/views/ui/money-input.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useKeptText } from '#src/views/ui/use-kept-text.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { LOST_NAMES, type StateLeadRow } from './state-lead-names.ts';

interface OutcomeDialogProps {
  lead: StateLeadRow;
  outcome: 'won' | 'lost';
  onClose: () => void;
}

const REASONS = Object.entries(LOST_NAMES).map(([value, label]) => ({ value: value as StateLeadLostReason, label }));

/** The job is won, with its value, or lost, with the reason. */
export default function OutcomeDialog({ lead, outcome, onClose }: OutcomeDialogProps) {
  const client = useApolloClient();
  const notify = useNotify();
  const [value, setValue] = useState(lead.quote?.amount ?? null);
  const [reason, setReason] = useState<StateLeadLostReason | null>(lead.offMarket === 'hired' ? 'other_mover' : null);
  const [note, setNote] = useKeptText(`lost-note.${lead.id}`);
  const isWon = outcome === 'won';
  const given = isWon ? { value } : { reason, note: note.trim() || null };
  const key = useSendKey({ lead: lead.id, outcome, ...given });
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      'outcome-value': isWon && !value && 'Enter what the job is worth.',
      'outcome-reason': !isWon && !reason && 'Choose why the job was lost.',
    },
    send: () =>
      client.mutate({
        mutation: DecideStateLeadDocument,
        variables: { id: lead.id, outcome, version: lead.version, ...given },
        context: { headers: { 'idempotency-key': key } },
      }),
    done: () => {
      notify.done(isWon ? 'Marked as won' : 'Marked as lost');
      setNote('');
      onClose();
    },
    fallback: 'Nothing was changed. Try again.',
    names: { value: 'outcome-value', reason: 'outcome-reason', note: 'outcome-note' },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={isWon ? 'Mark as won' : 'Mark as lost'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="outcome-form" busy={busy}>
            {isWon ? 'Mark as won' : 'Mark as lost'}
          </Button>
        </>
      }
    >
      <form id="outcome-form" noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
        {problem && <Callout color="red" title={problem} />}
        <FormErrors errors={errors} attempt={attempt} />
        {lead.state === 'quoted' && (
          <Callout color="amber" title="Your quote is withdrawn">
            The client has not answered it yet. Its link stops working.
          </Callout>
        )}
        {isWon ? (
          <Field
            label="Value of the job"
            id="outcome-value"
            error={errors['outcome-value']}
            help="What the client pays you. It counts in your figures."
          >
            <MoneyInput value={value} onChange={setValue} />
          </Field>
        ) : (
          <>
            <div id="outcome-reason" tabIndex={-1}>
              <RadioGroup
                legend="Why?"
                choices={REASONS}
                value={reason}
                onChange={setReason}
                error={errors['outcome-reason'] || null}
              />
            </div>
            <Field label="Note" id="outcome-note" optional error={errors['outcome-note']}>
              <Textarea
                rows={2}
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.currentTarget.value)}
              />
            </Field>
          </>
        )}
      </form>
    </Dialog>
  );
}
