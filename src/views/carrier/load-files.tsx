import { ArrowDownTrayIcon, DocumentIcon } from '@heroicons/react/24/outline';
import { hrefs } from '#src/views/hrefs.ts';
import type { LoadDetails } from './load-names.ts';

interface LoadFilesProps {
  loadId: string;
  files: LoadDetails['attachments'];
  /** Enlarges a picture, by its index among the pictures. */
  onLook: (index: number) => void;
}

/** The files of a load that carriers may see: pictures to view, and everything to download. */
export function LoadFiles({ loadId, files, onLook }: LoadFilesProps) {
  const pictures = files.filter(({ previewUrl }) => previewUrl);
  return (
    <>
      {pictures.length > 0 && (
        <ul className="mb-3 grid grid-cols-3 gap-2">
          {pictures.map(({ id, name, previewUrl }, index) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Show ${name}`}
                className="block w-full overflow-hidden rounded-md border border-gray-200"
                onClick={() => onLook(index)}
              >
                <img src={previewUrl!} alt="" loading="lazy" className="aspect-square w-full object-cover" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <ul className="divide-y divide-gray-100">
        {files.map(({ id, name, note, size, url }) => (
          <li key={id}>
            <a
              href={url}
              download
              className="flex items-center gap-2 rounded-sm py-1.5 hover:text-gray-900 pointer-coarse:py-2.5"
            >
              <DocumentIcon className="size-4 shrink-0 text-gray-500" aria-hidden />
              <span className="min-w-0 flex-1">
                <span className="block truncate">{name}</span>
                {note && <span className="block text-xs text-gray-500 wrap-anywhere">{note}</span>}
              </span>
              <span className="text-xs text-gray-500 tabular-nums">{sizeText(size)}</span>
            </a>
          </li>
        ))}
      </ul>
      {files.length > 1 && (
        <a href={hrefs.board.filesZip(loadId)} download className="link mt-2 inline-flex items-center gap-1.5">
          <ArrowDownTrayIcon className="size-4" aria-hidden />
          Download all
        </a>
      )}
    </>
  );
}

const sizeText = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
