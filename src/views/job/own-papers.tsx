import { useMutation } from '@apollo/client/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
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
import { UploadList } from '#src/views/ui/upload-list.tsx';
import { useUploads } from '#src/views/ui/use-uploads.ts';
import { type JobPaper, PAPER_NAMES, whyNot } from './job-names.ts';
import { dropPaper, keepPaper, type KeptPaper, keptPapers } from './kept-papers.ts';
import { sendPaper } from './send-paper.ts';
import { PaperList } from './paper-list.tsx';

interface OwnPapersProps {
  leadId: string;
  reference: string;
  job: NonNullable<OwnJobOnLoadFragment['job']>;
  /** Those that the carrier’s pay waits for. */
  missingPapers: readonly JobPaperKind[];
  /** The reader: papers that are not sent yet are kept for this person. */
  personId: string;
  /** Whether the server cannot be reached. */
  isCutOff: boolean;
  onChanged: () => void;
}

const KINDS = Object.entries(PAPER_NAMES).map(([value, label]) => ({ value: value as JobPaperKind, label }));

/** The carrier adds papers with the phone's camera or as files, and can remove them while the contract is open. */
export function OwnPapers({ leadId, reference, job, missingPapers, personId, isCutOff, onChanged }: OwnPapersProps) {
  const notify = useNotify();
  const isOff = job.papersUnmet.length > 0;
  const missing = isOff ? [] : missingPapers;
  const [kind, setKind] = useState<JobPaperKind>(missing[0] ?? 'photo');
  const [removed, setRemoved] = useState<JobPaper | null>(null);
  const [remove, removing] = useMutation(RemoveJobPaperDocument);
  // A file keeps its kind and its key when it is sent again.
  const papers = useRef(new Map<File, KeptPaper & { isKept: boolean }>());
  const uploads = useUploads(
    (file, options) => sendPaper(personId, papers.current.get(file)!, options),
    (_, file) => {
      forget(file);
      onChanged();
    },
    {
      waiting: {
        isCutOff,
        text: (file) =>
          papers.current.get(file)?.isKept
            ? 'It’s kept on this device and sent when you’re back online.'
            : 'No connection. Keep this page open: the file is sent when you’re back online.',
      },
    },
  );
  function forget(file: File) {
    const paper = papers.current.get(file);
    papers.current.delete(file);
    if (paper) void dropPaper(personId, paper.key);
  }
  async function add(added: readonly KeptPaper[]) {
    for (const paper of added) {
      const own = { ...paper, isKept: false };
      papers.current.set(paper.file, own);
      own.isKept = await keepPaper(personId, paper);
    }
    uploads.add(
      added.map(({ file }) => file),
      (file) => papers.current.get(file)?.problem,
    );
  }
  function discard(id: string) {
    const item = uploads.items.find((one) => one.id === id);
    const paper = item && papers.current.get(item.file);
    uploads.cancel(id);
    if (!paper) return;
    forget(paper.file);
    if (item.state === 'waiting') notify.done('File discarded', { undo: () => void add([paper]) });
  }
  // Those that an earlier page could not send.
  const continueWith = useEffectEvent((kept: readonly KeptPaper[]) => {
    const known = new Set([...papers.current.values()].map(({ key }) => key));
    void add(kept.filter((paper) => paper.leadId === leadId && !known.has(paper.key)));
  });
  useEffect(() => void keptPapers(personId).then(continueWith), [personId, leadId]);
  return (
    <div className="space-y-3">
      {missing.length > 0 && (
        <Callout
          color="amber"
          title={`Send ${missing.map((wanted) => `the ${PAPER_NAMES[wanted].toLowerCase()}`).join(' and ')}`}
        >
          The broker needs {missing.length > 1 ? 'both' : 'it'} within two days of the delivery. Your payment terms
          start once {missing.length > 1 ? 'both are' : 'it is'} there.
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
          <FileDrop
            accepts="papers"
            camera="Take a photo"
            onFiles={(files) =>
              void add(files.map((file) => ({ leadId, reference, kind, key: crypto.randomUUID(), file })))
            }
          >
            Choose photos or PDFs
          </FileDrop>
        </>
      )}
      <UploadList items={uploads.items} onCancel={discard} onRetry={uploads.retry} />
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
