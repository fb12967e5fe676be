import { useActorRef, useSelector } from '@xstate/react';
import { requestMachine } from '#src/machines/request/request.machine.ts';

/** Reads more of what is shown, one page at a time. A failure is shown by the caller; asking again tries again. */
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
