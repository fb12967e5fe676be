import type { SharedLeadQuery } from '#src/generated/graphql/graphql.ts';
import { showDate } from '#src/views/ui/dates.ts';
import { Facts } from '#src/views/ui/facts.tsx';

type Progress = SharedLeadQuery['sharedLead']['progress'];

const NAMES: Record<Progress[number]['step'], string> = {
  on_the_way: 'On the way',
  picked_up: 'Picked up',
  delivered: 'Delivered',
  back: '',
};

/** The carrier's progress, by day; nothing before it has started. */
export function MoveProgress({ progress, className }: { progress: Progress; className: string }) {
  if (progress.length === 0) return null;
  return (
    <section aria-label="Where your move is" className={className}>
      <Facts facts={progress.map(({ step, on }) => ({ name: NAMES[step], value: showDate(on) }))} />
    </section>
  );
}
