import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { fromCallback } from 'xstate';
import { type Outgoing, outboxMachine, type SendEvent, type Written } from '#src/machines/chat/outbox.machine.ts';
import { dropDraft, keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';
import { sendMessage } from './send-message.ts';

const SHAPE = 1;

/**
 * What the client has written but the server does not have yet. Texts survive a reload, under the same key, so nothing
 * is lost or sent twice; photos are too large to keep, so leaving the page with unsent ones asks for confirmation.
 */
export function useOutbox(link: string, readIds: readonly string[], onTaken: () => void) {
  const place = `chat-outbox:${link}`;
  const [kept] = useState(() => readDraft<Written[]>(place, SHAPE) ?? []);
  const send = fromCallback<{ type: 'none' }, Outgoing>(({ input, sendBack }) => {
    const stop = new AbortController();
    const tell = sendBack as (event: SendEvent) => void;
    void sendMessage(link, input, (fraction) => tell({ type: 'upload.progressed', fraction }), stop.signal).then(
      (event) => event && tell(event),
    );
    return () => stop.abort();
  });
  const actor = useActorRef(outboxMachine.provide({ actors: { send } }), {
    input: { queue: kept.map((one) => ({ ...one, photos: [] })) },
  });
  const queue = useSelector(actor, ({ context }) => context.queue);
  const progress = useSelector(actor, ({ context }) => context.progress);
  const isWaiting = useSelector(actor, (snapshot) => snapshot.matches('waiting'));

  useEffect(() => {
    const texts = queue
      .filter(({ id, photos }) => id === null && photos.length === 0)
      .map(({ key, text }) => ({ key, text }));
    if (texts.length > 0) keepDraft(place, SHAPE, texts);
    else dropDraft(place);
  }, [place, queue]);

  const hasPhotos = queue.some(({ id, photos }) => id === null && photos.length > 0);
  useEffect(() => {
    if (!hasPhotos) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [hasPhotos]);

  const taken = useEffectEvent(onTaken);
  useEffect(() => {
    const subscription = actor.on('message.taken', () => taken());
    const back = () => actor.send({ type: 'connection.back' });
    addEventListener('online', back);
    return () => {
      subscription.unsubscribe();
      removeEventListener('online', back);
    };
  }, [actor]);

  const shown = readIds.join(' ');
  useEffect(() => actor.send({ type: 'messages.read', ids: shown.split(' ') }), [actor, shown]);

  return {
    /** Those not among the loaded messages, in sending order. */
    queue: queue.filter(({ id }) => id === null || !readIds.includes(id)),
    /** Of the first in the queue, 0 to 1. */
    progress,
    /** There was no response; it retries automatically. */
    isWaiting,
    write: (text: string, photos: readonly File[]) =>
      actor.send({ type: 'message.written', message: { key: crypto.randomUUID(), text, photos } }),
    retry: (key: string) => actor.send({ type: 'message.retried', key }),
    drop: (key: string) => actor.send({ type: 'message.dropped', key }),
  };
}

export type Outbox = ReturnType<typeof useOutbox>;
