import { useEffect, useState } from 'react';
import { WriteChatSummaryDocument } from '#src/generated/graphql/graphql.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { useWrite } from '#src/views/ui/use-write.ts';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { may } from './chat-lifecycle.ts';
import type { AgentChat, WriteChat } from './use-agent-chat.ts';

/** What is being written, and the summary it started from. */
interface SummaryDraft {
  text: string;
  seen: string | null;
}

interface SummaryCardProps {
  chat: AgentChat;
  agentId: string;
  write: WriteChat;
}

/** The conversation in a few sentences: by the assistant, until an agent writes it. */
export function SummaryCard({ chat, agentId, write: send }: SummaryCardProps) {
  const notify = useNotify();
  const [draft, keep] = useDraft<SummaryDraft>(`chat-summary.${agentId}.${chat.id}`, 2);
  const { busy, write } = useWrite();
  // A draft from an earlier visit opens the form, but does not move the focus.
  const [isAsked, setIsAsked] = useState(false);
  const { id, summary, summaryBy } = chat;
  const isAnythingKnown = chat.sources.length > 0;

  const undo = () =>
    void send(WriteChatSummaryDocument, { id, summary }).catch((error: unknown) =>
      notify.failed(error, 'Couldn’t undo it.'),
    );
  const letWrite = () =>
    write({
      send: () => send(WriteChatSummaryDocument, { id, summary: null, seen: summary }),
      done: () => notify.done('The assistant wrote the summary', summary ? { undo } : {}),
      failed: 'The summary wasn’t changed. Try again.',
    });

  if (draft) {
    return (
      <Card title="Summary">
        <SummaryForm
          chat={chat}
          draft={draft}
          write={send}
          takesFocus={isAsked}
          onDraft={keep}
          onEnd={() => keep(null)}
        />
      </Card>
    );
  }
  return (
    <Card
      title="Summary"
      actions={
        may(chat, 'summary.written') && (
          <Button
            size="sm"
            onClick={() => {
              setIsAsked(true);
              keep({ text: summary ?? '', seen: summary });
            }}
          >
            Edit<span className="sr-only"> the summary</span>
          </Button>
        )
      }
    >
      {summary ? (
        <p className="whitespace-pre-line wrap-anywhere">{summary}</p>
      ) : (
        <p className="text-gray-500">None yet. The assistant writes one with its next reply.</p>
      )}
      <p className="mt-2 flex flex-wrap items-center gap-x-2 text-gray-500 empty:hidden">
        {summary && (summaryBy === 'agent' ? 'Written by an agent.' : 'Written by the assistant.')}
        {summaryBy !== 'assistant' && may(chat, 'summary.written') && isAnythingKnown && (
          <button type="button" className="link" disabled={busy !== null} onClick={() => void letWrite()}>
            {summary ? 'Have the assistant rewrite it' : 'Have the assistant write it'}
          </button>
        )}
      </p>
    </Card>
  );
}

interface SummaryFormProps {
  chat: AgentChat;
  draft: SummaryDraft;
  takesFocus: boolean;
  write: WriteChat;
  onDraft: (draft: SummaryDraft) => void;
  onEnd: () => void;
}

function SummaryForm({ chat, draft, takesFocus, write, onDraft, onEnd }: SummaryFormProps) {
  useEffect(() => {
    if (takesFocus) document.getElementById('summary')?.focus();
  }, [takesFocus]);
  const { text, seen } = draft;
  const { summary: now, summaryBy } = chat;
  // Live updates bring what a colleague saves meanwhile, and the server refuses to overwrite it.
  const theirs = summaryBy === 'agent' && now !== seen ? now : null;
  const key = useSendKey({ id: chat.id, text: text.trim(), seen });
  const form = useSubmit({
    errors: { summary: text.trim() === '' && 'Write the summary, or let the assistant write it.' },
    send: () => write(WriteChatSummaryDocument, { id: chat.id, summary: text.trim(), seen }, key),
    done: onEnd,
    fallback: 'Couldn’t save the summary. Your text is kept; try again.',
  });
  return (
    <form noValidate className="space-y-3" onSubmit={(event) => void form.submit(event)}>
      <FormErrors errors={form.errors} attempt={form.attempt} />
      {form.problem && <Callout color="red" title={form.problem} />}
      {theirs !== null && (
        <Callout color="amber" role="alert" title="Someone changed the summary while you were writing it">
          <p className="whitespace-pre-line wrap-anywhere">{theirs}</p>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={() => onDraft({ text, seen: theirs })}>
              Keep mine
            </Button>
            <Button size="sm" onClick={() => onDraft({ text: theirs, seen: theirs })}>
              Use theirs
            </Button>
          </div>
        </Callout>
      )}
      <Field label="What the next agent should know" id="summary" error={form.errors.summary}>
        <Textarea
          rows={4}
          maxLength={4000}
          value={text}
          onChange={(event) => onDraft({ text: event.currentTarget.value, seen })}
        />
      </Field>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onEnd}>
          Cancel
        </Button>
        <Button type="submit" size="sm" variant="primary" busy={form.busy} disabled={theirs !== null}>
          Save summary
        </Button>
      </div>
    </form>
  );
}
