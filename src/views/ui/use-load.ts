import { useActorRef, useSelector } from '@xstate/react';
import { requestMachine } from '#src/machines/request/request.machine.ts';

/** Loads more of a list, one page at a time. The caller shows a failure; calling again retries. */
export function useLoad(read: () => Promise<void>) {
  const actor = useActorRef(requestMachine);
  const state = useSelector(actor, ({ value }) => value);
  return {
    busy: state === 'sending',
    failed: state === 'failed',
    load: () =>
      actor.send({
        type: 'request.made',
        name: 'load',
        failed: '',
        send: () => read().then(() => ({ is: 'done' }) as const),
      }),
  };
}
