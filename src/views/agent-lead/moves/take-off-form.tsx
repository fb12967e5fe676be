import { TakeOffBoardDocument } from '#src/generated/graphql/graphql.ts';
import { MoveFrame } from './move-frame.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

export default function TakeOffForm(props: MoveFormProps) {
  const { lead } = props;
  const form = useMove({
    ...props,
    draft: {},
    save: ({ version, ...by }) => mutate(by, TakeOffBoardDocument, { leadId: lead.id, version }),
    done: `${lead.client.name} is off the load board`,
  });
  const bids =
    lead.bidCount === 1
      ? 'Its bid is closed and the carrier is notified.'
      : `Its ${lead.bidCount} bids are closed and the carriers are notified.`;
  return (
    <MoveFrame
      form={form}
      title={`Take ${lead.client.name} off the load board?`}
      verb="Take off the board"
      danger
      size="sm"
    >
      <p className="text-gray-700">Carriers no longer see the load. {lead.bidCount > 0 && bids}</p>
    </MoveFrame>
  );
}
