import { CheckIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

export interface Step {
  label: string;
  state: 'done' | 'current' | 'ahead';
  /** When it happened, or what it waits for. */
  note?: ReactNode;
}

const words = { done: 'done', current: 'current step', ahead: 'not yet' };

/** Scrolls only sideways, never the page. Also after a phone is rotated. */
function keepInView(step: HTMLLIElement | null): (() => void) | undefined {
  const frame = step?.parentElement;
  if (!step || !frame) return;
  const observer = new ResizeObserver(() => {
    frame.scrollLeft = step.offsetLeft - (frame.clientWidth - step.clientWidth) / 2;
  });
  observer.observe(frame);
  return () => observer.disconnect();
}

interface StepperProps {
  label: string;
  steps: readonly Step[];
  /**
   * On a phone, shows the name of the current step only, so that it fits; otherwise the steps scroll in their own
   * frame.
   */
  isShort?: boolean;
}

/** Shows the progress of something through its steps. */
export function Stepper({ label, steps, isShort = false }: StepperProps) {
  const current = steps.findIndex(({ state }) => state === 'current');
  return (
    <>
      <StepList label={label} steps={steps} isShort={isShort} />
      {isShort && current >= 0 && (
        <p aria-hidden className="mt-1.5 font-medium sm:hidden">
          {steps[current]!.label}
          <span className="ml-2 font-normal text-gray-500">
            Step {current + 1} of {steps.length}
          </span>
        </p>
      )}
    </>
  );
}

function StepList({ label, steps, isShort }: Required<StepperProps>) {
  const furthest = steps.findLastIndex(({ state }) => state !== 'ahead');
  return (
    // Anything that scrolls must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ol
      aria-label={label}
      tabIndex={isShort ? undefined : 0}
      className={cx('relative flex [scrollbar-width:thin]', isShort ? 'sm:pb-1' : 'overflow-x-auto pb-1')}
    >
      {steps.map(({ label: name, state, note }, index) => (
        <li
          key={name}
          ref={index === furthest ? keepInView : undefined}
          aria-current={state === 'current' ? 'step' : undefined}
          className={cx('flex-1', isShort ? 'max-sm:last:flex-none sm:min-w-28' : 'min-w-28')}
        >
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
            {index < steps.length - 1 && (
              <span className={cx('mx-1.5 h-px flex-1', state === 'done' ? 'bg-primary-500' : 'bg-gray-300')} />
            )}
          </div>
          <p
            className={cx(
              'mt-1.5 pr-3',
              isShort && 'max-sm:sr-only',
              state === 'current' ? 'font-medium' : state === 'ahead' ? 'text-gray-500' : 'text-gray-700',
            )}
          >
            {name}
            <span className="sr-only">, {words[state]}</span>
          </p>
          {note && <p className="pr-3 text-xs text-gray-500">{note}</p>}
        </li>
      ))}
    </ol>
  );
}
