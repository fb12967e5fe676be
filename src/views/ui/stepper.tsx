import { CheckIcon } from '@heroicons/react/16/solid';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface Step {
  label: string;
  state: 'done' | 'current' | 'ahead';
  /** When it happened, or what is awaited. */
  note?: ReactNode;
}

const words = { done: 'done', current: 'current step', ahead: 'not yet' };

/** Sideways only: the page itself stays where it is. */
function bringIntoView(step: HTMLLIElement | null): void {
  const frame = step?.parentElement;
  if (step && frame) frame.scrollLeft = step.offsetLeft - (frame.clientWidth - step.clientWidth) / 2;
}

/** Where something stands on its way. On a phone it scrolls inside its own frame. */
export function Stepper({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    // Whatever scrolls must be in reach of the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol aria-label={label} tabIndex={0} className="relative flex overflow-x-auto pb-1 [scrollbar-width:thin]">
      {steps.map(({ label: name, state, note }, index) => (
        <li key={name} ref={state === 'current' ? bringIntoView : undefined} aria-current={state === 'current' ? 'step' : undefined} className="min-w-28 flex-1">
          <div className="flex items-center">
            <span
              className={cx(
                'grid size-5 shrink-0 place-items-center rounded-full',
                state === 'done' && 'bg-primary-600 text-white',
                state === 'current' && 'border-2 border-primary-600 bg-white',
                state === 'ahead' && 'border border-gray-300 bg-white',
              )}
            >
              {state === 'done' && <CheckIcon className="size-3.5" aria-hidden />}
              {state === 'current' && <span className="size-2 rounded-full bg-primary-600" />}
            </span>
            {index < steps.length - 1 && <span className={cx('mx-1.5 h-px flex-1', state === 'done' ? 'bg-primary-500' : 'bg-gray-300')} />}
          </div>
          <p className={cx('mt-1.5 pr-3', state === 'current' ? 'font-medium' : state === 'ahead' ? 'text-gray-500' : 'text-gray-700')}>
            {name}
            <span className="sr-only">, {words[state]}</span>
          </p>
          {note && <p className="pr-3 text-xs text-gray-500">{note}</p>}
        </li>
      ))}
    </ol>
  );
}
