import { useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import {
  type JobPaperKind,
  type OwnJobOnLoadFragment,
  RemoveJobPaperDocument,
} from '#src/generated/graphql/graphql.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FileDrop } from '#src/views/ui/file-drop.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { Select } from '#src/views/ui/select.tsx';
import { uploadFile } from '#src/views/ui/upload-file.ts';
import { UploadList } from '#src/views/ui/upload-list.tsx';
import { useUploads } from '#src/views/ui/use-uploads.ts';
import { type JobPaper, PAPER_NAMES, whyNot } from './job-names.ts';
import { PaperList } from './paper-list.tsx';

interface OwnPapersProps {
  leadId: string;
  job: NonNullable<OwnJobOnLoadFragment['job']>;
  onChanged: () => void;
}

const KINDS = Object.entries(PAPER_NAMES).map(([value, label]) => ({ value: value as JobPaperKind, label }));

/** The carrier adds papers with the phone's camera or as files, and can remove them while the contract is open. */
export function OwnPapers({ leadId, job, onChanged }: OwnPapersProps) {
  const notify = useNotify();
  const [kind, setKind] = useState<JobPaperKind>(job.state === 'delivered' ? 'completion_statement' : 'photo');
  const [removed, setRemoved] = useState<JobPaper | null>(null);
  const [remove, removing] = useMutation(RemoveJobPaperDocument);
  // A file keeps its kind when it is sent again, and the same attempt is not accepted twice.
  const intents = useRef(new WeakMap<File, { kind: JobPaperKind; key: string }>());
  const uploads = useUploads(
    (file, options) => {
      const intent = intents.current.get(file) ?? { kind, key: crypto.randomUUID() };
      intents.current.set(file, intent);
      return uploadFile(`/files/carrier/agent-lead/${leadId}/job/paper`, file, {
        ...options,
        key: intent.key,
        fields: { kind: intent.kind.replaceAll('_', '-') },
      });
    },
    onChanged,
    { isResent: true },
  );
  const isOff = job.papersUnmet.length > 0;
  const lacksStatement =
    !isOff && job.state === 'delivered' && !job.papers.some((paper) => paper.kind === 'completion_statement');
  return (
    <div className="space-y-3">
      {lacksStatement && (
        <Callout color="amber" title="Send the completion-of-work statement">
          The broker needs it, and the signed delivery receipt, within two days of the delivery.
        </Callout>
      )}
      {isOff ? (
        <p className="text-gray-600">{whyNot(job.papersUnmet)}</p>
      ) : (
        <>
          <Field label="What is it?">
            <Select
              options={KINDS}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as JobPaperKind)}
            />
          </Field>
          <FileDrop accepts="papers" camera="Take a photo" onFiles={uploads.add}>
            Choose photos or PDFs
          </FileDrop>
        </>
      )}
      <UploadList items={uploads.items} onCancel={uploads.cancel} onRetry={uploads.retry} />
      {job.papers.length > 0 && <PaperList papers={job.papers} onRemove={isOff ? undefined : setRemoved} />}
      <ConfirmDialog
        open={removed !== null}
        onClose={() => setRemoved(null)}
        title={`Remove ${removed?.name ?? 'the file'}?`}
        confirm="Remove"
        busy={removing.loading}
        onConfirm={() =>
          void remove({ variables: { leadId, paperId: removed!.id } })
            .then(
              () => notify.done('File removed'),
              (error: unknown) => {
                notify.failed(error, 'Couldn’t remove the file.');
                onChanged();
              },
            )
            .finally(() => setRemoved(null))
        }
      >
        The file is deleted. The broker can no longer open it.
      </ConfirmDialog>
    </div>
  );
}
