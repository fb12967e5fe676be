import { PencilSquareIcon } from '@heroicons/react/24/outline';
import { useEffect, useRef, useState } from 'react';
import { CHAT_DETAILS, type ChatDetail, chatDetails } from '#src/machines/chat/chat-details.ts';
import { IconButton } from '#src/views/ui/button.tsx';
import { type ChatKnown, type Correct, valueKey } from './chat-types.ts';
import { DETAIL_FORMS } from './detail-forms.tsx';
import { DETAIL_WORDS } from './detail-words.ts';

interface DetailsPanelProps {
  chat: ChatKnown;
  correct: Correct;
  /** Scrolls to the message that a detail was taken from. */
  onSource?: (sequence: number) => void;
}

/** Everything known about the move, each detail with its form in place. */
export function DetailsPanel({ chat, correct, onSource }: DetailsPanelProps) {
  const [edited, setEdited] = useState<ChatDetail | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const left = useRef<ChatDetail | null>(null);
  const mayCorrect = chat.actions.some(({ event, may }) => event === 'details.changed' && may);

  // Returns the focus to where the form was opened.
  useEffect(() => {
    if (edited === null && left.current)
      list.current?.querySelector<HTMLElement>(`[data-detail="${left.current}"] button`)?.focus();
    left.current = edited;
  }, [edited]);

  return (
    <ul ref={list} className="divide-y divide-gray-100">
      {chatDetails.map((detail) => {
        const Form = DETAIL_FORMS[detail];
        const label = CHAT_DETAILS[detail];
        return (
          <li key={detail} data-detail={detail}>
            {edited === detail && mayCorrect ? (
              <Form
                detail={detail}
                label={label}
                values={chat.details}
                version={chat.sources.find((one) => one.detail === detail)?.version ?? null}
                correct={correct}
                onDone={() => setEdited(null)}
              />
            ) : (
              <Row
                detail={detail}
                label={label}
                chat={chat}
                onEdit={mayCorrect ? () => setEdited(detail) : undefined}
                onSource={onSource}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface RowProps {
  detail: ChatDetail;
  label: string;
  chat: ChatKnown;
  onEdit: (() => void) | undefined;
  onSource: DetailsPanelProps['onSource'];
}

function Row({ detail, label, chat, onEdit, onSource }: RowProps) {
  const words = DETAIL_WORDS[detail](chat.details);
  const source = chat.sources.find((one) => one.detail === detail);
  const { message } = source ?? {};
  return (
    <div className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-xs text-gray-500">{label}</p>
        {words === null ? (
          chat.missing.includes(detail) ? (
            <p className="text-amber-700">Still needed{OR_ELSE[detail]}</p>
          ) : (
            <p className="text-gray-500">Not known</p>
          )
        ) : (
          <p className="whitespace-pre-line wrap-anywhere">{words}</p>
        )}
        {detail === 'inventory' && <Items items={chat.details.inventory ?? []} />}
        {source && onSource && (
          <p className="text-xs text-gray-500">
            {SAID_BY[source.by]}
            {message != null && (
              <>
                {' '}
                <button type="button" className="link" onClick={() => onSource(message)}>
                  Show the message<span className="sr-only"> about {label}</span>
                </button>
              </>
            )}
          </p>
        )}
      </div>
      {onEdit && (
        <IconButton
          label={`${chat.details[valueKey(detail)] === null ? 'Add' : 'Change'}: ${label}`}
          size="sm"
          icon={<PencilSquareIcon />}
          onClick={onEdit}
        />
      )}
    </div>
  );
}

/** What could be given instead. */
const OR_ELSE: Partial<Record<ChatDetail, string>> = { size: ', or what you’re moving', email: ', or a phone number' };
const SAID_BY = {
  client: 'Typed by the client.',
  assistant: 'Noted by the assistant.',
  agent: 'Typed by an agent.',
} as const;
const SHOWN_ITEMS = 5;

function Items({ items }: { items: NonNullable<ChatKnown['details']['inventory']> }) {
  return (
    <p className="text-gray-600 wrap-anywhere">
      {items
        .slice(0, SHOWN_ITEMS)
        .map(({ quantity, item }) => (quantity > 1 ? `${quantity} × ${item}` : item))
        .join(', ')}
      {items.length > SHOWN_ITEMS && ` and ${items.length - SHOWN_ITEMS} more`}
    </p>
  );
}
