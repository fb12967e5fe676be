import { type FormEvent, useState } from 'react';
import { isSignerName, SIGNER_NAME_NEEDED } from '#src/machines/agreement/signer-name.ts';
import { FormDialog } from '#src/views/ui/form-dialog.tsx';
import { drawingUrl } from '#src/views/ui/drawing-url.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import SignaturePad from '#src/views/ui/signature-pad.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import type { SignedReceipt } from './use-receipt.ts';

interface ReceiptDialogProps {
  load: { id: string; reference: string };
  /** The person most likely to receive the goods. */
  client: string;
  onClose: () => void;
  onSigned: (receipt: SignedReceipt) => void;
}

interface Draft {
  name: string;
  exceptions: string;
}

/** Filled in by the recipient on the carrier's screen: name, damage, and signature. */
export default function ReceiptDialog({ load, client, onClose, onSigned }: ReceiptDialogProps) {
  const [kept, keep] = useDraft<Draft>(`delivery-receipt-form.${load.id}`);
  const draft = kept ?? { name: client, exceptions: '' };
  const [image, setImage] = useState<Blob | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isUnnamed = !isSignerName(draft.name);
  const isUnsigned = image === null;
  async function sign(event: FormEvent) {
    event.preventDefault();
    setAttempt(attempt + 1);
    if (isUnnamed || isUnsigned) return;
    onSigned({
      name: draft.name.trim(),
      exceptions: draft.exceptions.trim() || null,
      image: await drawingUrl(image),
      signedAt: new Date().toISOString(),
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      key: crypto.randomUUID(),
    });
    keep(null);
    onClose();
  }
  return (
    <FormDialog
      onClose={onClose}
      title={`Delivery receipt ${load.reference}`}
      verb="Sign receipt"
      onSubmit={(event) => void sign(event)}
    >
      <p className="text-gray-600">
        Hand over the phone. By signing, you confirm that the goods on the list of {load.reference} were delivered.
      </p>
      <Field label="Received by" error={attempt > 0 && isUnnamed ? SIGNER_NAME_NEEDED : null}>
        <Input
          autoComplete="off"
          maxLength={120}
          value={draft.name}
          onChange={(event) => keep({ ...draft, name: event.currentTarget.value })}
        />
      </Field>
      <Field label="Damage or missing items" optional help="Printed on the receipt. Leave empty if all is fine.">
        <Textarea
          rows={2}
          maxLength={2000}
          value={draft.exceptions}
          onChange={(event) => keep({ ...draft, exceptions: event.currentTarget.value })}
        />
      </Field>
      <fieldset>
        <legend className="mb-2 font-medium text-gray-700">Signature</legend>
        <SignaturePad onChange={setImage} />
        {attempt > 0 && isUnsigned && (
          <p role="alert" className="mt-1 text-red-700">
            Draw the signature first.
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}
