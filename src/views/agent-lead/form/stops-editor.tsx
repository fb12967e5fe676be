import { ArrowDownIcon, ArrowUpIcon, PlusIcon, XMarkIcon } from '@heroicons/react/16/solid';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { emptyStop, type LeadDraft, MOST_STOPS } from './lead-draft.ts';
import { StopFields } from './stop-fields.tsx';

/** The stops in the order of the drive. */
export function StopsEditor() {
  const { control } = useFormContext<LeadDraft>();
  const { fields, insert, remove, swap } = useFieldArray({ control, name: 'stops' });
  return (
    <>
      <ol className="space-y-3">
        {fields.map((stop, index) => (
          <li key={stop.id} className="rounded-lg border border-gray-200 p-3">
            <StopFields
              index={index}
              tools={
                <>
                  <IconButton label={`Move stop ${index + 1} up`} size="sm" icon={<ArrowUpIcon />} className={cx(index === 0 && 'invisible')} onClick={() => swap(index, index - 1)} />
                  <IconButton label={`Move stop ${index + 1} down`} size="sm" icon={<ArrowDownIcon />} className={cx(index === fields.length - 1 && 'invisible')} onClick={() => swap(index, index + 1)} />
                  <IconButton label={`Remove stop ${index + 1}`} size="sm" icon={<XMarkIcon />} className={cx(fields.length <= 2 && 'invisible')} onClick={() => remove(index)} />
                </>
              }
            />
          </li>
        ))}
      </ol>
      {fields.length < MOST_STOPS && (
        <Button size="sm" icon={<PlusIcon />} className="mt-3" onClick={() => insert(fields.length - 1, emptyStop('extra'))}>
          Add a stop
        </Button>
      )}
    </>
  );
}
