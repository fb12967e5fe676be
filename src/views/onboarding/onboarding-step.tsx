const STEPS = ['Create your account', 'Choose where you work', 'Start your free trial'];

/** A mover's progress toward the first lead. */
export function OnboardingStep({ step }: { step: 2 | 3 }) {
  return (
    <p className="mb-2 text-gray-600">
      <span className="font-medium text-gray-900">
        Step {step} of {STEPS.length}:
      </span>{' '}
      {STEPS[step - 1]!.toLowerCase()}
      {step < STEPS.length && `, then ${STEPS[step]!.toLowerCase()}`}
    </p>
  );
}
