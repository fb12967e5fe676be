import { PostLoadDocument, TakeOffBoardDocument } from '#src/generated/graphql/graphql.ts';
import { MoveFrame } from './move-frame.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

export default function PostLoadForm(props: MoveFormProps) {
  const { lead } = props;
  const form = useMove({
    ...props,
    draft: {},
    save: ({ version, ...by }) => mutate(by, PostLoadDocument, { leadId: lead.id, version }),
    done: `${lead.client.name} is on the load board`,
    undo: (client, version) =>
      mutate({ client, key: crypto.randomUUID() }, TakeOffBoardDocument, { leadId: lead.id, version }),
  });
  return (
    <MoveFrame form={form} title={`Post ${lead.client.name} to the load board?`} verb="Post to load board" size="sm">
      <p className="text-gray-700">
        Carriers see cities and ZIP codes, the dates, the size and the inventory, and can bid. They do not see the
        client's name, phone, email or street.
      </p>
    </MoveFrame>
  );
}
