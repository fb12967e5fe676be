import { LockClosedIcon } from '@heroicons/react/24/outline';
import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { EmptyState } from '#src/views/ui/empty-state.tsx';

interface BoardShutProps {
  title: string;
  /** The server's message, if the notice above the page is not visible. */
  reason?: string;
}

/** Replaces the loads for a carrier that may not see them yet. */
export function BoardShut({ title, reason }: BoardShutProps) {
  return (
    <EmptyState
      icon={<LockClosedIcon />}
      title={title}
      action={<LinkButton href={hrefs.board.settings('general')}>See what is missing</LinkButton>}
    >
      {reason} Your own jobs are under “Open jobs”.
    </EmptyState>
  );
}
