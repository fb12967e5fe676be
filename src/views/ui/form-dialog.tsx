import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface FormDialogProps {
  title: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** The label of the submit button: "Save". */
  verb: ReactNode;
  danger?: boolean;
  busy?: boolean;
  /** There is nothing to submit. */
  disabled?: boolean;
  /** False while it must not be closed. */
  mayCancel?: boolean;
  onClose: () => void;
  /** If "Cancel" does more than close it: what was typed is not kept. */
  onCancel?: () => void;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}

/** A form in a dialog, with "Cancel" and a submit button. */
export function FormDialog({ title, size, verb, danger, busy, disabled, mayCancel = true, ...form }: FormDialogProps) {
  const id = useId();
  return (
    <Dialog
      open
      onClose={form.onClose}
      title={title}
      size={size}
      footer={
        <>
          <Button onClick={form.onCancel ?? form.onClose} disabled={!mayCancel}>
            Cancel
          </Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={id} noValidate className="space-y-4" onSubmit={form.onSubmit}>
        {form.children}
      </form>
    </Dialog>
  );
}
