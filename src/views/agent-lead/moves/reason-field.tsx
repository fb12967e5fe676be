import { useQuery } from '@apollo/client/react';
import { ArchiveReasonsDocument } from '#src/generated/graphql/graphql.ts';
import { ARCHIVE_REASONS } from '#src/machines/settings/archive-reasons.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { fieldId } from './move-frame.tsx';

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
  error?: string;
  /** Common reasons; pressing one fills it in. */
  usual: readonly string[];
  label?: string;
  help?: string;
}

export function ReasonField({ value, onChange, error, usual, label = 'Reason', help }: ReasonFieldProps) {
  return (
    <div>
      <Field label={label} id={fieldId('reason')} error={error} help={help}>
        <Textarea rows={2} maxLength={500} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
      </Field>
      <div className="mt-2 flex flex-wrap gap-1.5" role="group" aria-label="Common reasons">
        {usual.map((reason) => (
          <button
            key={reason}
            type="button"
            aria-pressed={value === reason}
            className="h-7 rounded-full border border-gray-200 px-2.5 text-gray-600 hover:border-gray-400 hover:text-gray-900 aria-pressed:border-primary-600 aria-pressed:bg-primary-50 aria-pressed:text-primary-800 pointer-coarse:h-10"
            onClick={() => onChange(reason)}
          >
            {reason}
          </button>
        ))}
      </div>
    </div>
  );
}

export const needsReason = (reason: string) => reason.trim() === '' && 'Say why, in a few words.';

/** The reasons for archiving from the office's settings; the same for one lead and for many. */
export function useArchiveReasons(): readonly string[] {
  const { data, error } = useQuery(ArchiveReasonsDocument);
  return data?.archiveReasons ?? (error ? ARCHIVE_REASONS : []);
}
