import { CorrectClosingDocument } from '#src/generated/graphql/graphql.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField } from './reason-field.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';

const USUAL = ['Closed by mistake', 'Wrong statement attached', 'Move isn’t finished'];

export default function CorrectClosingForm(props: MoveFormProps) {
  const { lead } = props;
  const form = useMove({
    ...props,
    draft: { reason: '' },
    check: ({ reason }) => ({ reason: needsReason(reason) }),
    save: ({ draft, version, ...by }) =>
      mutate(by, CorrectClosingDocument, { leadId: lead.id, version, reason: draft.reason.trim() }),
    done: `Contract of ${lead.client.name} is open again`,
  });
  return (
    <MoveFrame form={form} title={`Correct the close-out of ${lead.client.name}?`} verb="Correct close-out" danger>
      <p className="text-gray-700">
        The job is in progress again. Its completion statement and recorded payouts are removed; close it again with the
        right ones.
      </p>
      <ReasonField
        usual={USUAL}
        value={form.draft.reason}
        error={form.errors.reason}
        onChange={(reason) => form.change({ reason })}
      />
    </MoveFrame>
  );
}
