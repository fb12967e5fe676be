import { useMutation } from '@apollo/client/react';
import { ArrowDownTrayIcon, DocumentIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import {
  DeleteAttachmentDocument,
  EditAttachmentDocument,
  type LeadFilesFragment,
} from '#src/generated/graphql/graphql.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { ConfirmDialog } from '#src/views/ui/confirm-dialog.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { FileDrop } from '#src/views/ui/file-drop.tsx';
import { Menu } from '#src/views/ui/menu.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { uploadFile } from '#src/views/ui/upload-file.ts';
import { UploadList } from '#src/views/ui/upload-list.tsx';
import { useUploads } from '#src/views/ui/use-uploads.ts';
import { type Attachment, FileDialog } from './file-dialog.tsx';

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

interface FilesCardProps {
  lead: LeadFilesFragment;
  /** Why nothing can be changed, or null. */
  offBecause: string | null;
  onChanged: () => void;
  /** Opens the image with this index among those that have a preview. */
  onLook: (index: number) => void;
}

/** Attachments: upload several at once, rename, annotate, set visibility, delete, download one or all. */
export function FilesCard({ lead, offBecause, onChanged, onLook }: FilesCardProps) {
  const notify = useNotify();
  const [editedId, setEditedId] = useState<string | null>(null);
  const edited = lead.attachments.find(({ id }) => id === editedId);
  const [deleted, setDeleted] = useState<Attachment | null>(null);
  const [editAttachment] = useMutation(EditAttachmentDocument);
  const [deleteAttachment, deleting] = useMutation(DeleteAttachmentDocument);
  const uploads = useUploads(
    (file, options) => uploadFile(`/files/agent-lead/${lead.id}/attachment`, file, options),
    onChanged,
  );
  const pictures = lead.attachments.filter((attachment) => attachment.previewUrl);

  const show = ({ id, version }: Attachment, isVisibleToCarriers: boolean) =>
    editAttachment({ variables: { id, version, isVisibleToCarriers } }).catch((error: unknown) => {
      notify.failed(error, 'Couldn’t change the file.');
      onChanged();
    });

  return (
    <Card
      title="Files"
      actions={
        lead.attachments.length > 0 && (
          <LinkButton
            href={`/files/agent-lead/${lead.id}/attachments/download`}
            size="sm"
            variant="ghost"
            download
            icon={<ArrowDownTrayIcon />}
          >
            Download all
          </LinkButton>
        )
      }
    >
      {offBecause ? (
        <p className="text-gray-500">{offBecause}</p>
      ) : (
        <FileDrop accepts="documents" onFiles={uploads.add}>
          Drop photos, PDFs, Word, Excel or text files here, or choose them
        </FileDrop>
      )}
      <div className="mt-3">
        <UploadList items={uploads.items} onCancel={uploads.cancel} onRetry={uploads.retry} />
      </div>
      {lead.attachments.length === 0 && uploads.items.length === 0 && (
        <EmptyState icon={<DocumentIcon />} title="No files yet">
          Photos, lists, and documents for this move.
        </EmptyState>
      )}
      <ul className="mt-3 grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {lead.attachments.map((attachment) => (
          <li key={attachment.id} className="flex min-w-0 gap-3 rounded-lg border border-gray-200 p-2">
            {attachment.previewUrl ? (
              <button
                type="button"
                aria-label={`View ${attachment.name}`}
                className="size-16 shrink-0 overflow-hidden rounded-md bg-gray-100"
                onClick={() => onLook(pictures.indexOf(attachment))}
              >
                <img src={attachment.previewUrl} alt="" loading="lazy" className="size-full object-cover" />
              </button>
            ) : (
              <span className="grid size-16 shrink-0 place-items-center rounded-md bg-gray-100 text-gray-500">
                <DocumentIcon className="size-5" aria-hidden />
              </span>
            )}
            <div className="min-w-0 flex-1">
              <a
                href={attachment.url}
                download
                className="block truncate font-medium underline-offset-2 hover:underline"
                title={attachment.name}
              >
                {attachment.name}
              </a>
              <p className="truncate text-gray-500">
                {sizeText(attachment.size)} · <RelativeTime instant={attachment.createdAt} />
              </p>
              {attachment.isVisibleToCarriers && <Badge tone="blue">Visible to carriers</Badge>}
              {attachment.note && <p className="text-gray-600 wrap-anywhere">{attachment.note}</p>}
            </div>
            <Menu
              label={`Actions for ${attachment.name}`}
              items={[
                { label: 'Rename or add a note', offBecause, onSelect: () => setEditedId(attachment.id) },
                {
                  label: attachment.isVisibleToCarriers ? 'Hide from carriers' : 'Show to carriers',
                  offBecause,
                  onSelect: () => void show(attachment, !attachment.isVisibleToCarriers),
                },
                'separator',
                { label: 'Delete', danger: true, offBecause, onSelect: () => setDeleted(attachment) },
              ]}
            >
              <span aria-hidden>⋯</span>
            </Menu>
          </li>
        ))}
      </ul>
      {edited && (
        <FileDialog key={edited.id} attachment={edited} onClose={() => setEditedId(null)} onStale={onChanged} />
      )}
      <ConfirmDialog
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        title={`Delete ${deleted?.name ?? 'the file'}?`}
        confirm="Delete file"
        busy={deleting.loading}
        onConfirm={() =>
          void deleteAttachment({ variables: { id: deleted!.id } })
            .then(
              () => notify.done('File deleted'),
              (error: unknown) => notify.failed(error, 'Couldn’t delete the file.'),
            )
            .finally(() => setDeleted(null))
        }
      >
        The file is permanently deleted for agents and carriers.
      </ConfirmDialog>
    </Card>
  );
}
