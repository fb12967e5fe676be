import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { SetupEvent } from '#src/machines/setup/setup.machine.ts';

export interface StepProps {
  /** What the code was exchanged for; empty before it was entered. */
  token: string;
  /** As far as it is known. */
  brokerage: Brokerage;
  keepBrokerage: (brokerage: Brokerage) => void;
  /** `opened`: what the code was exchanged for. */
  go: (type: SetupEvent['type'], opened?: string) => void;
  isArrival: boolean;
}
