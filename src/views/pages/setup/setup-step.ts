import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { SetupEvent } from '#src/machines/setup/setup.machine.ts';

export interface StepProps {
  /** What the code has opened; empty before it was entered. */
  token: string;
  /** As it is known so far. */
  brokerage: Brokerage;
  keepBrokerage: (brokerage: Brokerage) => void;
  /** `opened`: what the code has opened. */
  go: (type: SetupEvent['type'], opened?: string) => void;
  isArrival: boolean;
}
