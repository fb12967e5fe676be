import { PaperAirplaneIcon } from '@heroicons/react/24/outline';
import type { KeyboardEvent } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { AnswerChatDocument, TellTypingDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import type { ChatAtHand } from './use-agent-chat.ts';
import { type ToldAt, useTellWriting } from '../use-writing.ts';

const MOST = 4000;

/** Moves the toasts to the right while this field, which the next words go into, is at the bottom left. */
function besideToasts(): () => void {
  const toasts = document.getElementById('notifications')?.firstElementChild;
  if (!(toasts instanceof HTMLElement)) return () => {};
  Object.assign(toasts.style, { right: 0, marginLeft: 'auto' });
  return () => toasts.removeAttribute('style');
}

interface AnswerBoxProps {
  at: ChatAtHand;
  agentId: string;
  toldAt: ToldAt;
  onSent: () => void;
}

/** The agent's input. New messages of a colleague are shown first; the draft stays until it is sent. */
export function AnswerBox({ at: { chat, write: send, reload }, agentId, toldAt, onSent }: AnswerBoxProps) {
  const client = useApolloClient();
  const [draft, keep] = useDraft<{ text: string }>(`chat-answer.${agentId}.${chat.id}`);
  const { busy, problem: refusal, write } = useWrite({ inline: 'reasons' });
  const tellWriting = useTellWriting(
    () => client.mutate({ mutation: TellTypingDocument, variables: { id: chat.id } }),
    toldAt,
  );
  const text = draft?.text ?? '';
  const key = useSendKey({ text: text.trim(), seen: chat.lastSequence });

  function answer(): void {
    if (text.trim() === '') return;
    void write({
      send: () => send(AnswerChatDocument, { id: chat.id, text: text.trim(), seen: chat.lastSequence }, key),
      done() {
        keep(null);
        onSent();
      },
      failed: 'Not sent. Your message is kept; try again.',
      refused: reload,
    });
  }

  function keys(event: KeyboardEvent) {
    // A touch keyboard has no convenient Shift, so Enter inserts a new line there.
    if (
      event.key !== 'Enter' ||
      event.shiftKey ||
      event.nativeEvent.isComposing ||
      matchMedia('(pointer: coarse)').matches
    )
      return;
    event.preventDefault();
    answer();
  }

  return (
    <form
      ref={besideToasts}
      className="border-t border-gray-200 px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        answer();
      }}
    >
      {refusal && (
        <Callout color="amber" title={refusal} className="mb-2" role="status">
          Your message is kept.
        </Callout>
      )}
      <div className="flex items-end gap-2">
        <div className="grid min-w-0 flex-1">
          <Textarea
            aria-label="Your answer"
            rows={2}
            maxLength={MOST}
            placeholder="Write to the client"
            value={text}
            onKeyDown={keys}
            onChange={({ currentTarget: { value } }) => {
              keep(value === '' ? null : { text: value });
              if (value !== '') tellWriting();
            }}
          />
        </div>
        <Button
          type="submit"
          variant="primary"
          icon={<PaperAirplaneIcon />}
          busy={busy !== null}
          aria-disabled={text.trim() === '' || undefined}
        >
          Send
        </Button>
      </div>
    </form>
  );
}
