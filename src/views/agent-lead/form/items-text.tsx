import { useApolloClient } from '@apollo/client/react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ReadItemsDocument } from '#src/generated/graphql/graphql.ts';
import type { MoveRefusal } from '#src/machines/agent-lead/agent-lead-move.machine.ts';
import { Field } from '#src/views/ui/field.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { problemOf } from '#src/views/ui/problem.ts';
import type { ItemDraft, LeadDraft } from './lead-draft.ts';
import { controlId } from './lead-field.tsx';

interface ItemsTextProps {
  onItems: (items: ItemDraft[]) => void;
  /** Parses the text; rejects, as an invalid field does, while part of it is not recognized. */
  ref: Ref<() => Promise<void>> | undefined;
}

/** Items as dictated on the phone: "king bed, sofa, 12 boxes". What is not recognized stays, to be reworded. */
export default function ItemsText({ onItems, ref }: ItemsTextProps) {
  const client = useApolloClient();
  const { control, setValue } = useFormContext<LeadDraft>();
  const text = useWatch({ control, name: 'itemsText' });
  const setText = (next: string) => setValue('itemsText', next, { shouldDirty: true });
  const [problem, setProblem] = useState<string | null>(null);
  const reading = useRef<Promise<string | null>>(null);

  async function readOnce(asked: string): Promise<string | null> {
    try {
      const { data } = await client.query({ query: ReadItemsDocument, variables: { text: asked } });
      const { items = [], unknown = [] } = data?.readItems ?? {};
      if (items.length > 0)
        onItems(
          items.map(({ room, item, quantity, volumeCuft, weightLb }) => ({
            room,
            item,
            quantity,
            volumeCuft,
            weightLb,
          })),
        );
      setText(unknown.join(', '));
      return unknown.length > 0 ? `Not known: ${unknown.join(', ')}. Reword it, or add it as an item.` : null;
    } catch (error) {
      return problemOf(error).detail ?? 'Couldn’t read the items. Press Enter to try again.';
    }
  }
  /** A request already in flight is not repeated. */
  async function read(): Promise<string | null> {
    const asked = text.trim();
    reading.current ??= asked === '' ? Promise.resolve(null) : readOnce(asked);
    const sentence = await reading.current;
    reading.current = null;
    setProblem(sentence);
    return sentence;
  }
  useImperativeHandle(ref, () => async () => {
    const sentence = await read();
    if (sentence === null) return;
    throw Object.assign(new Error(sentence), {
      kind: 'invalid',
      detail: '',
      unmet: [],
      fields: { itemsText: sentence },
      current: null,
    } satisfies MoveRefusal);
  });

  return (
    <Field
      label="Items in words"
      optional
      id={controlId('itemsText')}
      error={problem}
      help="Press Enter to add them."
      className="mb-3"
    >
      <Input
        value={text}
        maxLength={1000}
        autoComplete="off"
        placeholder="e.g. king bed, sofa, 12 boxes"
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => problem === null && void read()}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          void read();
        }}
      />
    </Field>
  );
}
