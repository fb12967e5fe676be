import { type FormEvent, useState } from 'react';
import { Bubble } from '#src/views/chat/message.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { Field } from '#src/views/ui/field.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useKeptText } from '#src/views/ui/use-kept-text.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import type { PortalActs } from './use-portal.ts';

/** The conversation about the move: questions, answers, and a field for another question. */
export function PortalMessages({ acts }: { acts: PortalActs }) {
  const { portal, way, goOn, show } = acts;
  const { messages, messagesLeft, hasChat, brokerage } = portal;
  const [text, setText] = useKeptText(`question.${portal.reference}`, 'tab');
  const key = useSendKey({ text, after: messages.length });
  const [isTried, setTried] = useState(false);
  const { busy, problem, write } = useWrite({ inline: 'all' });
  const isEmpty = text.trim() === '';

  function send(event: FormEvent): void {
    event.preventDefault();
    setTried(isEmpty);
    if (isEmpty) return;
    void write({
      send: () => acts.ask(text.trim(), key),
      done(next) {
        setText('');
        show(next);
      },
      failed: 'Couldn’t send your question. Check your connection and try again.',
    });
  }

  const isAnswered = messages.at(-1)?.author !== 'client';
  return (
    <Card title="Questions and answers">
      {messages.length === 0 ? (
        <p className="text-gray-600">Ask us anything about your move. {brokerage.name} answers here.</p>
      ) : (
        <ol aria-label="Messages" className="space-y-3">
          {messages.map(({ id, author, authorName, text: said, at }) => (
            <li key={id} className={cx('flex flex-col', author === 'client' ? 'items-end' : 'items-start')}>
              <p className="mb-1 text-xs text-gray-500">
                {author === 'client' ? 'You' : authorName} · <RelativeTime instant={at} timeZone={brokerage.zone} />
              </p>
              <Bubble isOwn={author === 'client'}>{said || 'Photo'}</Bubble>
            </li>
          ))}
        </ol>
      )}
      {!isAnswered && problem === null && (
        <p role="status" className="mt-3 text-gray-600">
          Sent. We’ll answer here, or by phone or email.
        </p>
      )}
      {messagesLeft === 0 ? (
        <p className="mt-4 text-gray-600">You’ve reached today’s limit. Write again tomorrow, or call us.</p>
      ) : (
        <form className="mt-4 space-y-3" onSubmit={send} noValidate>
          {problem && <Callout color="red" title={problem} />}
          <Field label="Your question" error={isTried && isEmpty ? 'Write your question.' : null}>
            <Textarea rows={3} maxLength={2000} value={text} onChange={(event) => setText(event.currentTarget.value)} />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy !== null}>
              Send question
            </Button>
            {hasChat && (
              <Button variant="ghost" busy={way === 'chat'} onClick={() => void goOn('chat')}>
                Open the chat
              </Button>
            )}
          </div>
        </form>
      )}
    </Card>
  );
}
