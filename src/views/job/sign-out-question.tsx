import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';

interface SignOutQuestionProps {
  unsent: { verb: string; warning: string };
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks before signing out deletes what this device has not sent yet. */
export default function SignOutQuestion({ unsent, onClose, onConfirm }: SignOutQuestionProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Sign out before everything is sent?"
      confirm={`${unsent.verb} and sign out`}
      onConfirm={onConfirm}
    >
      {unsent.warning}
    </ConfirmDialog>
  );
}
