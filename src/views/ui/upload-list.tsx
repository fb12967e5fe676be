import { ArrowPathIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { IconButton } from './button.tsx';
import { cx } from './class-names.ts';
import type { UploadItem } from './use-uploads.ts';

interface UploadListProps {
  items: readonly UploadItem[];
  onCancel: (id: string) => void;
  onRetry: (id: string) => void;
}

/** Uploads in progress, with a rounded percentage; one that failed or waits shows why and can be retried. */
export function UploadList({ items, onCancel, onRetry }: UploadListProps) {
  if (items.length === 0) return null;
  return (
    <ul aria-label="Uploads" className="divide-y divide-gray-100 rounded-lg border border-gray-200">
      {items.map(({ id, file, state, progress, problem }) => {
        const percent = Math.round(progress * 100);
        return (
          <li key={id} className="flex items-center gap-3 py-2 pr-2 pl-3">
            <div className="min-w-0 flex-1">
              <div className="flex justify-between gap-3">
                <span className="truncate">{file.name}</span>
                <span
                  className={cx(
                    'shrink-0 tabular-nums',
                    state === 'failed' ? 'text-red-600' : state === 'waiting' ? 'text-amber-700' : 'text-gray-500',
                  )}
                >
                  {state === 'failed' ? 'Failed' : state === 'waiting' ? 'Not sent yet' : `${percent}%`}
                </span>
              </div>
              {state === 'uploading' && (
                <progress
                  aria-label={`Uploading ${file.name}`}
                  value={percent}
                  max={100}
                  className="mt-1.5 block h-1 w-full overflow-hidden rounded-full [&::-moz-progress-bar]:bg-primary-600 [&::-webkit-progress-bar]:bg-gray-200 [&::-webkit-progress-value]:bg-primary-600"
                />
              )}
              {problem && (
                <p role={state === 'failed' ? 'alert' : 'status'} className="text-gray-600">
                  {problem}
                </p>
              )}
            </div>
            {state !== 'uploading' && (
              <IconButton
                label={`Try ${file.name} again`}
                size="sm"
                icon={<ArrowPathIcon />}
                onClick={() => onRetry(id)}
              />
            )}
            <IconButton
              label={`${state === 'uploading' ? 'Cancel' : 'Remove'} ${file.name}`}
              size="sm"
              icon={<XMarkIcon />}
              onClick={() => onCancel(id)}
            />
          </li>
        );
      })}
    </ul>
  );
}
