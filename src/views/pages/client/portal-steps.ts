import type { Step } from '#src/views/ui/stepper.tsx';
import type { Portal } from './use-portal.ts';

/** The steps of a move as the client sees them; the first one that is not done is the current one. */
export function portalSteps({ estimates, agreement, carrier, progress, isDone }: Portal): Step[] {
  const did = (step: string) => isDone || progress.some((one) => one.step === step);
  const parts: [string, boolean][] = [
    ['Estimate', agreement !== null || estimates.some(({ acceptedAt }) => acceptedAt !== null)],
    ['Agreement', Boolean(agreement?.signedAt)],
    ['Carrier', carrier !== null],
    ['Pick-up', did('picked_up')],
    ['Delivery', did('delivered')],
  ];
  const current = parts.findIndex(([, done]) => !done);
  return parts.map(([label, done], index) => ({
    label,
    state: done ? 'done' : index === current ? 'current' : 'ahead',
  }));
}
