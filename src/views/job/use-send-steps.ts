import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { LoadDocument, StepJobDocument } from '#src/generated/graphql/graphql.ts';
import { mutate } from '#src/views/ui/mutate.ts';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { momentsOf } from './job-names.ts';
import { STATE_NAMES } from '#src/views/ui/job-words.ts';
import { dropStep, keepStep, type KeptStep, keptSteps } from './kept-steps.ts';

type Outcome = { is: 'saved' | 'waiting' } | { is: 'refused'; detail: string };

const UNSAVED = 'The step wasn’t saved.';
let isSending = false;

async function sendStep(client: ApolloClient, { leadId, version, step, at, key }: KeptStep): Promise<Outcome> {
  try {
    await mutate({ client, key }, StepJobDocument, { leadId, version, step, at });
    return { is: 'saved' };
  } catch (error) {
    const { status, detail } = problemOf(error);
    // No response, or the session has ended: it waits for the next attempt.
    if (status === null || status === 401 || status >= 500) return { is: 'waiting' };
    return { is: 'refused', detail: detail ?? UNSAVED };
  }
}

/** If the job has moved on meanwhile, the step may be done already, or still be the next one. */
async function sendAnew(client: ApolloClient, kept: KeptStep): Promise<Outcome> {
  const first = await sendStep(client, kept);
  if (first.is !== 'refused') return first;
  const { data } = await client.query({
    query: LoadDocument,
    variables: { id: kept.leadId },
    fetchPolicy: 'network-only',
    errorPolicy: 'all',
  });
  const job = data?.load?.job;
  if (!job) return first;
  if (momentsOf(job).some(({ step, at }) => step === kept.step && at !== null)) return { is: 'saved' };
  if (job.version === kept.version || !job.actions.some(({ step, may }) => step === kept.step && may)) return first;
  return await sendStep(client, { ...kept, version: job.version, key: crypto.randomUUID() });
}

/** Sends the stored steps one after the other, and shows the results. */
export function useSendSteps(): () => Promise<void> {
  const client = useApolloClient();
  const notify = useNotify();
  return async () => {
    if (isSending) return;
    isSending = true;
    try {
      for (const kept of keptSteps().filter(({ problem }) => problem === null)) {
        const outcome = await sendAnew(client, kept).catch((): Outcome => ({ is: 'waiting' }));
        if (outcome.is === 'waiting') continue;
        if (outcome.is === 'refused') {
          keepStep({ ...kept, problem: outcome.detail });
          notify.failed(null, outcome.detail);
          continue;
        }
        dropStep(kept.leadId);
        notify.done(`Saved: ${STATE_NAMES[kept.step]}`, { description: 'The broker can see it.' });
      }
    } finally {
      isSending = false;
    }
  };
}
