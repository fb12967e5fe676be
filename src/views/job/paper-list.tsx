import { DocumentIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { IconButton } from '#src/views/ui/button.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { type JobPaper, PAPER_NAMES } from './job-names.ts';

interface PaperListProps {
  papers: readonly JobPaper[];
  /** Whether to show who added it. */
  showsWho?: boolean;
  /** Removes one; omitted if that is not possible. */
  onRemove?: (paper: JobPaper) => void;
}

/** A carrier's papers: a picture or an icon, the kind, and the time of each. */
export function PaperList({ papers, showsWho = false, onRemove }: PaperListProps) {
  return (
    <ul className="divide-y divide-gray-100" aria-label="Papers and photos">
      {papers.map((paper) => (
        <li key={paper.id} className="flex items-center gap-3 py-2">
          {paper.previewUrl ? (
            <img
              src={paper.previewUrl}
              alt=""
              loading="lazy"
              className="size-10 shrink-0 rounded-md bg-gray-100 object-cover"
            />
          ) : (
            <span className="grid size-10 shrink-0 place-items-center rounded-md bg-gray-100 text-gray-500">
              <DocumentIcon className="size-5" aria-hidden />
            </span>
          )}
          <div className="min-w-0 flex-1">
            <a
              href={paper.url}
              download
              className="block font-medium wrap-anywhere underline-offset-2 hover:underline"
              title={paper.name}
              aria-label={`Download ${PAPER_NAMES[paper.kind]}, ${paper.name}`}
            >
              {PAPER_NAMES[paper.kind]}
            </a>
            <p className="truncate text-gray-500">
              {showsWho && `${paper.broughtBy}, `}
              <RelativeTime instant={paper.createdAt} /> · {paper.name}
            </p>
          </div>
          {onRemove && (
            <IconButton label={`Remove ${paper.name}`} size="sm" icon={<XMarkIcon />} onClick={() => onRemove(paper)} />
          )}
        </li>
      ))}
    </ul>
  );
}
