import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { NoAccess } from '#src/views/ui/no-access.tsx';
import type { Problem } from '#src/views/ui/problem.ts';

/** Why an agent cannot see a page: the right is missing, or the second step is not set up yet. */
export function WithoutRight({ problem: { detail, state } }: { problem: Problem }) {
  const lacksSecondStep = state === 'two-factor-required';
  return (
    <NoAccess
      title={lacksSecondStep ? 'Set up two-factor sign-in' : undefined}
      action={
        lacksSecondStep ? (
          <LinkButton variant="primary" href={hrefs.agent.settings()}>
            Set it up
          </LinkButton>
        ) : (
          <LinkButton href={hrefs.agent.leads('new')}>Go to leads</LinkButton>
        )
      }
    >
      {detail}
    </NoAccess>
  );
}
