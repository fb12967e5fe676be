import { type ReactNode, useId } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { sentence } from '#src/machines/phrases.ts';
import { moveDates, routeText } from '../list/lead-cells.tsx';
import { MoveConflict } from './move-conflict.tsx';
import type { MoveForm } from './use-move.ts';

interface MoveFrameProps {
  form: MoveForm<object>;
  title: string;
  /** The verb: "Send quote". */
  verb: string;
  danger?: boolean;
  size?: 'sm' | 'md' | 'lg';
  /** Something is missing that the form itself cannot give. */
  blocked?: boolean;
  children: ReactNode;
}

export const fieldId = (name: string) => `move-${name}`;

/** Around every move: whose lead it is, what went wrong and what to do, and one button that does it. */
export function MoveFrame({ form, title, verb, danger, size = 'md', blocked = false, children }: MoveFrameProps) {
  const id = useId();
  const { lead, errors, refusal, isRefused, isStale, problem } = form;
  const byId = Object.fromEntries(Object.entries(errors).map(([name, text]) => [fieldId(name), text]));
  return (
    <Dialog
      open
      onClose={form.close}
      title={title}
      size={size}
      footer={
        <>
          <Button onClick={form.close} disabled={form.busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger' : 'primary'}
            busy={form.busy}
            disabled={blocked || isStale || isRefused}
          >
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="space-y-4" onSubmit={form.submit}>
        <p className="text-gray-600">
          {[!title.includes(lead.client.name) && lead.client.name, lead.reference, routeText(lead), moveDates(lead)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {isStale && <MoveConflict seen={lead} current={refusal?.current} onAccept={form.accept} />}
        {isRefused && refusal && (
          <Callout
            color="red"
            title={refusal.unmet.length > 0 ? 'This cannot be done yet. It needs:' : 'This cannot be done'}
          >
            {refusal.unmet.length > 0 ? (
              <ul className="list-disc pl-4">
                {refusal.unmet.map((phrase) => (
                  <li key={phrase}>{sentence(phrase)}</li>
                ))}
              </ul>
            ) : (
              refusal.detail
            )}
          </Callout>
        )}
        {problem && Object.keys(errors).length === 0 && <Callout color="red" title={problem} />}
        <FormErrors errors={byId} attempt={form.attempt} />
        {children}
      </form>
    </Dialog>
  );
}
