import { useState } from 'react';
import { ChosenFile } from '#src/views/ui/chosen-file.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { todayOf } from '../lead-lifecycle.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { uploadMove } from './upload-move.ts';
import { type MoveFormProps, useMove } from './use-move.ts';

/** The client signed on paper: the paper and its date replace a signature through the link. */
export default function MarkContractedForm(props: MoveFormProps) {
  const { lead } = props;
  const today = todayOf(lead);
  const [progress, setProgress] = useState<number | null>(null);
  const form = useMove({
    ...props,
    draft: { file: null as File | null, signedAt: today as string | null },
    check: ({ file, signedAt }) => ({
      file: file === null && 'Attach the signed agreement.',
      signedAt:
        (signedAt === null && 'Choose the date on the paper.') ||
        (signedAt !== null && signedAt > today && 'Choose today or an earlier day.'),
    }),
    save: ({ draft, ...by }) =>
      uploadMove(lead, by, {
        path: 'contracted/send',
        part: 'broker_shipper_agreement',
        file: draft.file!,
        fields: { signed_at: draft.signedAt! },
        onProgress: setProgress,
      }).finally(() => setProgress(null)),
    done: `${lead.client.name} is contracted`,
  });
  return (
    <MoveFrame form={form} title="Mark as contracted" verb="Mark contracted">
      <ChosenFile
        id={fieldId('file')}
        label="Signed agreement"
        value={form.draft.file}
        error={form.errors.file}
        progress={progress}
        onChange={(file) => form.change({ file })}
      />
      <Field label="Signed on" id={fieldId('signedAt')} error={form.errors.signedAt}>
        <DateInput max={today} value={form.draft.signedAt} onChange={(signedAt) => form.change({ signedAt })} />
      </Field>
      <p className="text-gray-600">The client can no longer sign with the emailed link.</p>
    </MoveFrame>
  );
}
