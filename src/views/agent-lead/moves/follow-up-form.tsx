import { FollowUpDocument } from '#src/generated/graphql/graphql.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { todayOf } from '../lead-lifecycle.ts';
import { FollowUpDate, USUAL_FOLLOW_UPS, wrongFollowUp } from './follow-up-date.tsx';
import { MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField } from './reason-field.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

export default function FollowUpForm(props: MoveFormProps) {
  const { lead } = props;
  const today = todayOf(lead);
  const form = useMove({
    ...props,
    draft: { date: addDays(today, 1) as string | null, reason: '' },
    check: ({ date, reason }) => ({ date: wrongFollowUp(date, today), reason: needsReason(reason) }),
    save: ({ draft, version, ...by }) =>
      mutate(by, FollowUpDocument, { leadId: lead.id, version, date: draft.date!, reason: draft.reason.trim() }),
    done: `Follow-up set for ${lead.client.name}`,
    keptAs: 'follow-up',
    keeps: ['reason'],
  });
  return (
    <MoveFrame form={form} title="Set a follow-up" verb="Set follow-up">
      <FollowUpDate
        label="Get back to the client on"
        today={today}
        date={form.draft.date}
        error={form.errors.date}
        onChange={(date) => form.change({ date })}
      />
      <ReasonField
        usual={USUAL_FOLLOW_UPS}
        value={form.draft.reason}
        error={form.errors.reason}
        onChange={(reason) => form.change({ reason })}
      />
    </MoveFrame>
  );
}
