import { DocumentIcon, PaperAirplaneIcon } from '@heroicons/react/24/outline';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import type { JobMessageSide, JobThreadFragment } from '#src/generated/graphql/graphql.ts';
import { LONGEST_MESSAGE } from '#src/machines/job-message/job-message.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { Field } from '#src/views/ui/field.tsx';
import { FileDrop } from '#src/views/ui/file-drop.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { uploadFile } from '#src/views/ui/upload-file.ts';
import { UploadList } from '#src/views/ui/upload-list.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useSendKey } from '#src/views/ui/use-send-key.ts';
import { useUploads } from '#src/views/ui/use-uploads.ts';
import { useWrite } from '#src/views/ui/use-write.ts';

type Message = JobThreadFragment['messages'][number];

interface JobThreadProps {
  thread: JobThreadFragment;
  viewer: JobMessageSide;
  /** Where files are uploaded. */
  filesUrl: string;
  onSend: (text: string, key: string) => Promise<unknown>;
  /** The newest message on the screen. */
  onSeen: (messageId: string) => Promise<unknown>;
  onChanged: () => void;
}

/** The messages between carrier and brokerage about a job, oldest first, and the input for the next one. */
export function JobThread({ thread, viewer, filesUrl, onSend, onSeen, onChanged }: JobThreadProps) {
  const { messages, closedBecause, unread } = thread;
  useSeenMessages(unread > 0 ? messages.at(-1)?.id : undefined, onSeen);
  const lastRead = messages.findLast(({ side, readAt }) => side === viewer && readAt !== null);
  return (
    <div className="space-y-3">
      <div role="log" aria-label="Messages">
        <ol className="space-y-3">
          {messages.map((message) => (
            <Entry
              key={message.id}
              message={message}
              isOwn={message.side === viewer}
              name={message.side === 'carrier' && viewer === 'broker' ? thread.carrier : message.authorName}
              isLastRead={message === lastRead}
            />
          ))}
        </ol>
      </div>
      {messages.length === 0 && (
        <p className="text-gray-500">
          {viewer === 'carrier' ? 'No messages yet. Your broker is notified right away.' : 'No messages yet.'}
        </p>
      )}
      {closedBecause ? (
        <p className="text-gray-600">{closedBecause}</p>
      ) : (
        <Composer thread={thread} viewer={viewer} filesUrl={filesUrl} onSend={onSend} onChanged={onChanged} />
      )}
    </div>
  );
}

function Entry({
  message: { text, file, about, createdAt, readAt },
  isOwn,
  name,
  isLastRead,
}: {
  message: Message;
  isOwn: boolean;
  name: string;
  isLastRead: boolean;
}) {
  return (
    <li className={cx('flex flex-col', isOwn ? 'items-end' : 'items-start')}>
      <p className="mb-1 text-xs text-gray-500">
        {name} · <RelativeTime instant={createdAt} />
      </p>
      <div
        className={cx(
          'rounded-lg border px-3 py-2 wrap-anywhere',
          isOwn ? 'border-primary-200 bg-primary-50' : 'border-gray-200 bg-white',
        )}
        style={{ maxWidth: '85%' }}
      >
        {about === 'payment' && (
          <p className="mb-1">
            <Badge tone="amber">About the payment</Badge>
          </p>
        )}
        {text && <p className="whitespace-pre-line">{text}</p>}
        {file && (
          <a href={file.url} download className="flex items-center gap-2 underline-offset-2 hover:underline">
            {file.previewUrl ? (
              <img
                src={file.previewUrl}
                alt=""
                loading="lazy"
                className="size-10 shrink-0 rounded-md bg-gray-100 object-cover"
              />
            ) : (
              <DocumentIcon className="size-5 shrink-0 text-gray-500" aria-hidden />
            )}
            <span className="min-w-0">{file.name}</span>
          </a>
        )}
      </div>
      {isLastRead && readAt && (
        <p className="mt-1 text-xs text-gray-500">
          Read <RelativeTime instant={readAt} />
        </p>
      )}
    </li>
  );
}

/** The draft is kept on this device until it is sent. */
function Composer({ thread, viewer, filesUrl, onSend, onChanged }: Omit<JobThreadProps, 'onSeen'>) {
  const [draft, keep] = useDraft<{ text: string }>(`job-message.${thread.jobId}`);
  const { busy, write } = useWrite();
  const [isEmpty, setEmpty] = useState(false);
  const text = draft?.text ?? '';
  const key = useSendKey({ jobId: thread.jobId, text, after: thread.messages.at(-1)?.id });
  const uploads = useUploads((file, options) => uploadFile(filesUrl, file, options), onChanged);
  async function send(event: FormEvent) {
    event.preventDefault();
    setEmpty(text.trim() === '');
    if (text.trim() === '' || busy !== null) return;
    const isSent = await write({
      send: () => onSend(text.trim(), key),
      done: () => keep(null),
      failed: 'Couldn’t send the message. Check your connection and try again.',
    });
    if (!isSent) onChanged();
  }
  return (
    <form noValidate className="space-y-3" onSubmit={(event) => void send(event)}>
      <Field
        label={viewer === 'carrier' ? 'Message to the broker' : `Message to ${thread.carrier}`}
        error={isEmpty && text.trim() === '' ? 'Write a message first.' : null}
      >
        <Textarea
          rows={3}
          maxLength={LONGEST_MESSAGE}
          value={text}
          onChange={(event) => keep(event.currentTarget.value === '' ? null : { text: event.currentTarget.value })}
        />
      </Field>
      <Button type="submit" busy={busy !== null} icon={<PaperAirplaneIcon />}>
        Send message
      </Button>
      <FileDrop accepts="documents" onFiles={uploads.add}>
        Send photos or files
      </FileDrop>
      <UploadList items={uploads.items} onCancel={uploads.cancel} onRetry={uploads.retry} />
    </form>
  );
}

/** Reports, once per message, that it was visible on a screen. */
function useSeenMessages(newest: string | undefined, onSeen: (messageId: string) => Promise<unknown>): void {
  const tell = useEffectEvent((id: string) => {
    // It then stays unread, and is reported the next time.
    void onSeen(id).catch(() => {});
  });
  useEffect(() => {
    if (newest === undefined) return;
    const look = () => {
      if (document.hidden) return;
      document.removeEventListener('visibilitychange', look);
      tell(newest);
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => document.removeEventListener('visibilitychange', look);
  }, [newest]);
}
