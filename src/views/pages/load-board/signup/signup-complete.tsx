import { useCarrierProfile } from '#src/views/carrier/profile/use-carrier-profile.ts';
import { useSession, useUser } from '#src/views/session/session-context.ts';
import { DefaultLayout } from '#src/views/ui/default-layout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { SignupFlow } from './signup-flow.tsx';

/** The last part of a carrier's sign-up, before it can see the board. */
export default function SignupComplete() {
  useTitle('Complete your sign-up');
  const session = useSession();
  const { name } = useUser();
  const { profile, failed, again, readAgain } = useCarrierProfile();
  return (
    <DefaultLayout
      aside={
        <div className="flex min-w-0 items-center gap-3">
          <span className="truncate text-gray-600 max-sm:hidden">{name}</span>
          <button type="button" className="link" onClick={() => session.send({ type: 'sign-out.asked' })}>
            Sign out
          </button>
        </div>
      }
    >
      <div className="mx-auto max-w-3xl">
        <h1 className="text-lg font-semibold tracking-tight">Complete your sign-up</h1>
        {profile ? (
          <SignupFlow profile={profile} readAgain={readAgain} />
        ) : failed ? (
          <FailedState title="Your company could not be loaded" onRetry={again}>
            Check your connection, then try again.
          </FailedState>
        ) : (
          <div className="mt-6">
            <Loading label="Loading your company…">
              <TextBones lines={10} />
            </Loading>
          </div>
        )}
      </div>
    </DefaultLayout>
  );
}
