import { carrierSignupMachine } from '#src/machines/carrier/carrier-signup.machine.ts';
import type { SignupFacts } from '#src/machines/carrier/carrier-signup.machine.ts';
import { flowModel } from './flow-model.ts';

const facts: SignupFacts = { missing: [], licenseCount: 1, coverGaps: [], isSigned: false };

export const carrierSignup = flowModel({
  id: 'carrier-signup',
  title: 'Last part of the sign-up of a carrier',
  machine: carrierSignupMachine,
  person: 'carrier',
  names: {
    profile: 'Profile',
    licenses: 'Licenses',
    insurance: 'Insurance',
    agreement: 'Agreement',
    done: 'Signed up',
  },
  events: {
    'step.finished': { does: 'goes on with everything filled in', with: { facts } },
    'step.skipped': { does: 'leaves it for later', with: { facts } },
    'step.back': 'goes back',
    'profile.wanted': { does: 'says that the profile still lacks something', by: 'server' },
    'agreement.signed': 'signs the broker-carrier agreement',
  },
  answers: {},
  breaks: {
    'the profile is complete': (event) => ({ ...event, facts: { ...facts, missing: ['legal name'] } }),
    'a license is listed': (event) => ({ ...event, facts: { ...facts, licenseCount: 0 } }),
    'liability and cargo insurance are on record': (event) => ({
      ...event,
      facts: { ...facts, coverGaps: ['cargo insurance is valid'] },
    }),
  },
});
