import { ArrowDownIcon, ArrowUpIcon, PlusIcon, XMarkIcon } from '@heroicons/react/24/outline';
import { useRef } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Button, IconButton } from '#src/views/ui/button.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { drawThenFocus } from '#src/views/ui/draw-then-focus.ts';
import { emptyStop, type LeadDraft, MOST_STOPS } from './lead-draft.ts';
import { controlId } from './lead-field.tsx';
import { StopFields } from './stop-fields.tsx';

/** The stops in driving order. `isAgreed`: the client has agreed to them, so only access and notes can change. */
export function StopsEditor({ isAgreed }: { isAgreed: boolean }) {
  const { control } = useFormContext<LeadDraft>();
  const list = useRef<HTMLOListElement>(null);
  const { fields, insert, remove, swap } = useFieldArray({ control, name: 'stops' });
  const add = () =>
    drawThenFocus(
      () => insert(fields.length - 1, emptyStop('extra'), { shouldFocus: false }),
      () => document.getElementById(controlId(`stops.${fields.length - 1}.zip`)),
    );
  /** At either end of the list the pressed arrow disappears; the other one gets the focus. */
  const move = (from: number, to: number) =>
    drawThenFocus(
      () => swap(from, to),
      () => {
        const arrows = list.current?.children[to]?.querySelectorAll<HTMLElement>('button[data-arrow]:not(.invisible)');
        return [...(arrows ?? [])].find(({ dataset }) => dataset.arrow === (to < from ? 'up' : 'down')) ?? arrows?.[0];
      },
    );
  return (
    <>
      <ol ref={list} className="space-y-3">
        {fields.map((stop, index) => (
          <li key={stop.id} className="rounded-lg border border-gray-200 p-3">
            <StopFields
              index={index}
              isAgreed={isAgreed}
              tools={
                <>
                  <IconButton
                    label={`Move stop ${index + 1} up`}
                    size="sm"
                    icon={<ArrowUpIcon />}
                    data-arrow="up"
                    className={cx(index === 0 && 'invisible')}
                    onClick={() => move(index, index - 1)}
                  />
                  <IconButton
                    label={`Move stop ${index + 1} down`}
                    size="sm"
                    icon={<ArrowDownIcon />}
                    data-arrow="down"
                    className={cx(index === fields.length - 1 && 'invisible')}
                    onClick={() => move(index, index + 1)}
                  />
                  <IconButton
                    label={`Remove stop ${index + 1}`}
                    size="sm"
                    icon={<XMarkIcon />}
                    className={cx(fields.length <= 2 && 'invisible')}
                    onClick={() => remove(index)}
                  />
                </>
              }
            />
          </li>
        ))}
      </ol>
      {fields.length < MOST_STOPS && !isAgreed && (
        <Button size="sm" icon={<PlusIcon />} className="mt-3" onClick={add}>
          Add a stop
        </Button>
      )}
    </>
  );
}
