import { useState } from 'react';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { ChosenFile } from '#src/views/ui/chosen-file.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { todayOf } from '../lead-lifecycle.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { uploadMove } from './upload-move.ts';
import { type MoveFormProps, useMove } from './use-move.ts';

export default function CloseContractForm(props: MoveFormProps) {
  const { lead } = props;
  const { awardedCarrier, awardAmount } = lead.contract;
  const [progress, setProgress] = useState<number | null>(null);
  const form = useMove({
    ...props,
    draft: { file: null as File | null, isCarrierPaid: false, isBrokerPaid: false },
    check: ({ file }) => ({ file: file === null && 'Attach the completion-of-work statement.' }),
    save: ({ draft, ...by }) =>
      uploadMove(lead, by, {
        path: 'contract/close',
        part: 'completion_of_work_statement',
        file: draft.file!,
        fields: {
          owed_to_carrier_payed: String(draft.isCarrierPaid),
          owed_to_broker_payed: String(draft.isBrokerPaid),
        },
        onProgress: setProgress,
      }).finally(() => setProgress(null)),
    done: `Contract of ${lead.client.name} closed`,
  });
  return (
    <MoveFrame form={form} title={`Close the contract of ${lead.client.name}`} verb="Close contract">
      {lead.moveDate && lead.moveDate > todayOf(lead) && (
        <Callout color="amber" title={`The pick-up is only on ${showDate(lead.moveDate)}`}>
          Close the contract once the move is done.
        </Callout>
      )}
      <ChosenFile
        id={fieldId('file')}
        label="Completion-of-work statement"
        value={form.draft.file}
        error={form.errors.file}
        progress={progress}
        onChange={(file) => form.change({ file })}
      />
      <div className="space-y-2.5">
        <Checkbox
          label="The carrier has been paid"
          help={
            awardedCarrier && awardAmount !== null
              ? `${awardedCarrier.legalName} is owed ${showMoney(awardAmount)}.`
              : undefined
          }
          checked={form.draft.isCarrierPaid}
          onChange={(event) => form.change({ isCarrierPaid: event.currentTarget.checked })}
        />
        <Checkbox
          label="The broker has been paid"
          checked={form.draft.isBrokerPaid}
          onChange={(event) => form.change({ isBrokerPaid: event.currentTarget.checked })}
        />
      </div>
      <p className="text-gray-600">
        The lead then waits for its invoice. Until the carrier is paid or the invoice is sent, the close-out can be
        corrected.
      </p>
    </MoveFrame>
  );
}
