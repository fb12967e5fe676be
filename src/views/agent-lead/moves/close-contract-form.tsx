import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { CloseChoicesDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { Checkbox } from '#src/views/ui/checkbox.tsx';
import { ChosenFile } from '#src/views/ui/chosen-file.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Bone, Loading } from '#src/views/ui/skeleton.tsx';
import { todayOf } from '../lead-lifecycle.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { uploadMove } from './upload-move.ts';
import { type MoveFormProps, useMove } from './use-move.ts';

/** The option for a paper attached by the agent. */
const OWN = 'own';

export default function CloseContractForm(props: MoveFormProps) {
  const { lead } = props;
  const { awardedCarrier, awardAmount } = lead.contract;
  const [progress, setProgress] = useState<number | null>(null);
  const { data, loading } = useQuery(CloseChoicesDocument, {
    variables: { id: lead.id },
    fetchPolicy: 'network-only',
  });
  const job = data?.agentLead.jobs.find(({ isHeld }) => isHeld);
  // Newest first: the carrier may have sent a better copy.
  const brought = job?.papers.filter(({ kind }) => kind === 'completion_statement').toReversed() ?? [];
  /** The carrier's statement to use; null if the agent attaches one. */
  const paperOf = (source: string | null): string | null =>
    source === OWN ? null : (source ?? brought[0]?.id ?? null);
  const form = useMove({
    ...props,
    draft: { file: null as File | null, source: null as string | null, isCarrierPaid: false, isBrokerPaid: false },
    check: ({ file, source }) => ({
      file: paperOf(source) === null && file === null && 'Attach the completion-of-work statement.',
    }),
    save: ({ draft, ...by }) =>
      uploadMove(lead, by, {
        path: 'contract/close',
        part: 'completion_of_work_statement',
        file: paperOf(draft.source) === null ? draft.file : null,
        fields: {
          ...(paperOf(draft.source) === null ? {} : { paper_id: paperOf(draft.source)! }),
          owed_to_carrier_payed: String(draft.isCarrierPaid),
          owed_to_broker_payed: String(draft.isBrokerPaid),
        },
        onProgress: setProgress,
      }).finally(() => setProgress(null)),
    done: `Contract with ${lead.client.name} closed`,
  });
  return (
    <MoveFrame form={form} title={`Close the contract with ${lead.client.name}`} verb="Close contract">
      {lead.moveDate && lead.moveDate > todayOf(lead) && (
        <Callout color="amber" title={`The pick-up isn’t until ${showDate(lead.moveDate)}`}>
          Close the contract once the move is done.
        </Callout>
      )}
      {loading && !data && (
        <Loading label="Looking for the carrier’s statement…">
          <Bone className="h-8" />
        </Loading>
      )}
      {brought.length > 0 && (
        <RadioGroup
          legend="Completion-of-work statement"
          value={form.draft.source ?? brought[0]!.id}
          onChange={(source) => form.change({ source })}
          error={form.errors.paper_id}
          choices={[
            ...brought.map(({ id, name, createdAt, url }) => ({
              value: id,
              label: `Use the one from ${job!.carrier.legalName}`,
              help: (
                <>
                  <a href={url} download className="link">
                    {name}
                  </a>
                  , <RelativeTime instant={createdAt} />
                </>
              ),
            })),
            { value: OWN, label: 'Attach another one' },
          ]}
        />
      )}
      {(!loading || data) && paperOf(form.draft.source) === null && (
        <ChosenFile
          id={fieldId('file')}
          label="Completion-of-work statement"
          value={form.draft.file}
          error={form.errors.file}
          progress={progress}
          onChange={(file) => form.change({ file })}
        />
      )}
      {job && job.state !== 'delivered' && (
        <p className="text-gray-600">{job.carrier.legalName} hasn’t said that the load is delivered.</p>
      )}
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
