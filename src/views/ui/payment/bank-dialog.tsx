import { Button } from '#src/views/ui/button.tsx';
import { Dialog } from '#src/views/ui/dialog.tsx';

/** The bank of the sandbox's test cards: asks for approval, as a real one would on its own page. */
export function BankDialog({ open, onAnswer }: { open: boolean; onAnswer: (agreed: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title="Test bank"
      size="sm"
      footer={
        <>
          <Button onClick={() => onAnswer(false)}>Decline</Button>
          <Button variant="primary" onClick={() => onAnswer(true)} data-autofocus>
            Approve
          </Button>
        </>
      }
    >
      <p className="text-gray-600">Your bank wants to verify this payment. This is a test; no money moves.</p>
    </Dialog>
  );
}
