import { useSession } from '#src/views/session/session-context.ts';
import { Button } from '#src/views/ui/button.tsx';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

/** The last step before the board: the agreement between broker and carrier. */
export default function SignupComplete() {
  useTitle('Complete your sign-up');
  const session = useSession();
  return (
    <HeroLayout title="One step is left">
      <p className="text-gray-700">Your account exists. Before you can see loads, the broker-carrier agreement must be signed.</p>
      <p className="mt-3 text-gray-700">This part is not set up yet: the agreement cannot be signed here. The broker gets in touch with you, and this page leads on to the load board as soon as it is done.</p>
      <Button className="mt-6" onClick={() => session.send({ type: 'sign-out.asked' })}>
        Sign out
      </Button>
    </HeroLayout>
  );
}
