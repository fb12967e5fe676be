import { CheckIcon } from '@heroicons/react/24/outline';
import { useSession, useSessionState } from '#src/views/session/session-context.ts';
import { Button } from '#src/views/ui/button.tsx';
import type { StepProps } from './signup-step.ts';
import { StepFrame } from '#src/views/ui/step-frame.tsx';

/** Signed. The board opens by itself once the session is reloaded; if that fails, by the button. */
export function DoneStep({ isArrival }: StepProps) {
  const session = useSession();
  const isOpening = useSessionState((snapshot) => snapshot.matches({ signedIn: 'refreshing' }));
  return (
    <StepFrame
      title="The agreement is signed"
      description="We’ll email you a copy. The load board opens once the broker confirms your authority."
      isArrival={isArrival}
    >
      <Button
        variant="primary"
        size="lg"
        icon={<CheckIcon />}
        busy={isOpening}
        onClick={() => session.send({ type: 'user.changed' })}
      >
        Go to the load board
      </Button>
    </StepFrame>
  );
}
