import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** A question that names the thing: "Withdraw the award to Blue Sky Movers?" */
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The verb: "Withdraw award". */
  confirm: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Red, for actions that cannot be undone. */
  danger?: boolean;
}

/** Asks for confirmation, naming the thing. Cancel has the initial focus. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirm,
  onConfirm,
  busy,
  danger = true,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="text-gray-600">{children}</div>
    </Dialog>
  );
}
