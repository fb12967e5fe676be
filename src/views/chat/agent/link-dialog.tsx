import { type ReactNode, useState } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { type Errors, useSubmit } from '#src/views/ui/use-submit.ts';
import { LinkResult, type MadeLink } from './link-result.tsx';

interface LinkDialogProps {
  title: string;
  /** What the link does, and what happens to the previous one. */
  intro: ReactNode;
  /** The email address to send it to; null if none is known. */
  email: string | null;
  /** Fields shown before the choice of delivery. */
  fields?: (errors: Readonly<Record<string, string>>) => ReactNode;
  errors?: (isMailed: boolean) => Errors;
  make: (isMailed: boolean) => Promise<Omit<MadeLink, 'mailedTo'>>;
  onClose: () => void;
  /** Beside "Done", once the link was created. */
  next?: ReactNode;
}

/** Creates a link for a client, and emails it or shows it for copying. */
export function LinkDialog({ title, intro, email, fields, errors, make, onClose, next }: LinkDialogProps) {
  const [chosen, setWay] = useState<'mail' | 'copy' | null>(null);
  const [made, setMade] = useState<MadeLink | null>(null);
  const way = chosen ?? (email ? 'mail' : 'copy');
  const isMailed = way === 'mail';
  const sent = useSubmit({
    errors: errors?.(isMailed) ?? {},
    // The current address: a form may be empty again by the time of the response.
    send: async () => ({ mailedTo: isMailed ? email : null, ...(await make(isMailed)) }),
    done: setMade,
    fallback: 'Couldn’t create the link. Try again.',
  });

  if (made) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={title}
        footer={
          <>
            <Button variant={next ? 'secondary' : 'primary'} onClick={onClose}>
              Done
            </Button>
            {next}
          </>
        }
      >
        <LinkResult {...made} />
      </Dialog>
    );
  }
  return (
    <FormDialog
      onClose={() => !sent.busy && onClose()}
      title={title}
      verb={isMailed ? 'Email the link' : 'Create link'}
      busy={sent.busy}
      onSubmit={(event) => void sent.submit(event)}
    >
      <FormErrors errors={sent.errors} attempt={sent.attempt} />
      {sent.problem && <Callout color="red" title={sent.problem} />}
      <p className="text-gray-600">{intro}</p>
      {fields?.(sent.errors)}
      <RadioGroup
        legend="How to send it"
        value={way}
        onChange={setWay}
        choices={[
          {
            value: 'mail',
            label: 'By email',
            help: email ? `To ${email}` : 'Needs the client’s email address',
            disabled: !email && !fields,
          },
          {
            value: 'copy',
            label: 'I’ll send it myself',
            help: 'Copy the link into a text message or your own email',
          },
        ]}
      />
    </FormDialog>
  );
}
