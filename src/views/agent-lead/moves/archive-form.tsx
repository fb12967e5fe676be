import { ArchiveAgentLeadDocument, RestoreAgentLeadDocument } from '#src/generated/graphql/graphql.ts';
import { tabOf } from '../lead-lifecycle.ts';
import { MoveFrame } from './move-frame.tsx';
import { needsReason, ReasonField } from './reason-field.tsx';
import { useArchiveReasons } from './use-archive-reasons.ts';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

export default function ArchiveForm(props: MoveFormProps) {
  const { lead } = props;
  const archiveReasons = useArchiveReasons();
  const form = useMove({
    ...props,
    draft: { reason: '' },
    check: ({ reason }) => ({ reason: needsReason(reason) }),
    save: ({ draft, version, ...by }) =>
      mutate(by, ArchiveAgentLeadDocument, { leadId: lead.id, version, reason: draft.reason.trim() }),
    done: `${lead.client.name} archived`,
    undo: (client, version) =>
      mutate({ client, key: crypto.randomUUID() }, RestoreAgentLeadDocument, { leadId: lead.id, version }),
  });
  const isOnBoard = tabOf(lead.state) === 'award-carrier';
  return (
    <MoveFrame form={form} title={`Archive ${lead.client.name}`} verb="Archive">
      <p className="text-gray-700">
        The lead leaves its list{isOnBoard && ' and the load board'}, and its links tell the client that the offer is
        closed. It can be restored to where it was.
      </p>
      <ReasonField
        usual={archiveReasons}
        value={form.draft.reason}
        error={form.errors.reason}
        onChange={(reason) => form.change({ reason })}
      />
    </MoveFrame>
  );
}
