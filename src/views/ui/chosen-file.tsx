import { showWhole } from '#src/machines/amount/amounts.ts';
import { XMarkIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { Field } from './field.tsx';
import { FileDrop } from './file-drop.tsx';

interface ChosenFileProps {
  id: string;
  label: string;
  value: File | null;
  onChange: (file: File | null) => void;
  error?: string;
  optional?: boolean;
  help?: ReactNode;
  /** 0 to 1 during the upload. */
  progress: number | null;
}

/** One file required by a form, with its upload progress. */
export function ChosenFile({ value, onChange, progress, ...field }: ChosenFileProps) {
  const percent = progress === null ? null : Math.round(progress * 100);
  return (
    <Field {...field}>
      {value ? (
        <div className="rounded-lg border border-gray-200 py-1.5 pr-1.5 pl-3">
          <div className="flex items-center gap-3">
            <span className="min-w-0 flex-1 truncate">{value.name}</span>
            <span className="text-gray-500 tabular-nums">
              {percent === null ? `${showWhole(Math.max(1, value.size / 1000))} kB` : `${percent}%`}
            </span>
            <IconButton
              label={`Remove ${value.name}`}
              size="sm"
              icon={<XMarkIcon />}
              disabled={percent !== null}
              onClick={() => onChange(null)}
            />
          </div>
          {percent !== null && (
            <progress
              aria-label={`Uploading ${value.name}`}
              value={percent}
              max={100}
              className="mt-1 block h-1 w-full"
            />
          )}
        </div>
      ) : (
        <FileDrop multiple={false} accepts="papers" onFiles={([file]) => onChange(file ?? null)}>
          Choose a PDF or photo (JPEG, PNG), or drop it here
        </FileDrop>
      )}
    </Field>
  );
}
