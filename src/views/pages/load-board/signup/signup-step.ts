import type { SignupEvent, SignupFacts } from '#src/machines/carrier/carrier-signup.machine.ts';
import type { Profile } from '#src/views/carrier/profile/use-carrier-profile.ts';

/** Performs a step; `now` is the updated profile, if it was just written. */
export type SignupMove = (type: SignupEvent['type'], now?: Profile) => void;

export interface StepProps {
  profile: Profile;
  readAgain: () => Promise<Profile>;
  go: SignupMove;
  /** The person came here from another step, rather than by loading the page. */
  isArrival: boolean;
}

export const factsOf = (profile: Profile): SignupFacts => ({
  missing: profile.missing,
  licenseCount: profile.licenses.length,
  coverGaps: profile.coverGaps,
  isSigned: profile.agreementSignedAt !== null,
});
