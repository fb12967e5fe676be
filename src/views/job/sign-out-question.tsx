import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';

/** Asks before signing out deletes what this device has not sent yet. */
export default function SignOutQuestion(props: { unsent: number; onClose: () => void; onConfirm: () => void }) {
  const { unsent, onClose, onConfirm } = props;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Sign out before everything is sent?"
      confirm={unsent === 1 ? 'Delete it and sign out' : `Delete ${unsent} and sign out`}
      onConfirm={onConfirm}
    >
      {unsent === 1
        ? 'A step, photo, paper, or signature of your jobs is only on this device. Signing out deletes it.'
        : `${unsent} steps, photos, papers, or signatures of your jobs are only on this device. Signing out deletes them.`}{' '}
      Stay signed in, and they’re sent once there’s a connection.
    </ConfirmDialog>
  );
}
