import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { NoAccess } from '#src/views/ui/no-access.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

/** A job agreement that is loading, does not exist for this carrier, or failed to load. */
export function JobAgreementUnread({ error, reload }: { error: unknown; reload: () => void }) {
  if (!error) {
    return (
      <Loading label="Loading the agreement…">
        <TextBones lines={14} />
      </Loading>
    );
  }
  if ([400, 404, 410, 422].includes(problemOf(error).status ?? 0)) {
    return (
      <NoAccess
        title="No agreement to sign"
        action={<LinkButton href={hrefs.board.leads('open')}>See your open jobs</LinkButton>}
      >
        The job may have gone to another carrier, or the link may be incomplete.
      </NoAccess>
    );
  }
  return <FailedState title="The agreement could not be loaded" onRetry={reload} />;
}
