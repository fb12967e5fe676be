import { RestoreAgentLeadDocument } from '#src/generated/graphql/graphql.ts';
import { lifecycleOf } from '../lead-lifecycle.ts';
import { placeName } from '../lead-names.ts';
import { MoveFrame } from './move-frame.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

export default function RestoreForm(props: MoveFormProps) {
  const { lead } = props;
  const form = useMove({
    ...props,
    draft: {},
    save: ({ version, ...by }) => mutate(by, RestoreAgentLeadDocument, { leadId: lead.id, version }),
    done: `${lead.client.name} restored`,
  });
  return (
    <MoveFrame form={form} title={`Restore ${lead.client.name}?`} verb="Restore" size="sm">
      <p className="text-gray-700">
        It goes back to “{placeName({ ...lifecycleOf(lead).place, isArchived: false })}”, where it was archived
        {lead.archiveReason && `: ${lead.archiveReason}`}.
      </p>
    </MoveFrame>
  );
}
