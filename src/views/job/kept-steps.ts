import { useSyncExternalStore } from 'react';
import type { JobStep } from '#src/generated/graphql/graphql.ts';
import { onDrafts } from '#src/views/ui/draft-owner.ts';
import { dropDraft, keepDraft, readDraft } from '#src/views/ui/draft-storage.ts';

/** A step done without a connection, as kept on this device until the server has it. */
export interface KeptStep {
  leadId: string;
  /** Of the job, as it was seen. */
  version: number;
  step: Exclude<JobStep, 'back'>;
  /** UTC ISO 8601: when it was done. */
  at: string;
  /** The same for every attempt, so that it is saved once. */
  key: string;
  /** The server's message, if it refused: then it is not sent again automatically. */
  problem: string | null;
}

const KEY = 'job-steps';
const SHAPE = 1;

export const keptSteps = (): readonly KeptStep[] => readDraft<KeptStep[]>(KEY, SHAPE) ?? [];

/** Replaces any stored step of the same job: the next step can only follow once this one is sent. */
export const keepStep = (step: KeptStep): void =>
  keepDraft(KEY, SHAPE, [...keptSteps().filter(({ leadId }) => leadId !== step.leadId), step]);

export function dropStep(leadId: string): void {
  const left = keptSteps().filter((one) => one.leadId !== leadId);
  if (left.length > 0) keepDraft(KEY, SHAPE, left);
  else dropDraft(KEY);
}

/** The waiting step of this job, or null. */
export function useKeptStep(leadId: string): KeptStep | null {
  // A string, because parsing creates a new object each time.
  const text = useSyncExternalStore(onDrafts, () =>
    JSON.stringify(keptSteps().find((one) => one.leadId === leadId) ?? null),
  );
  return JSON.parse(text) as KeptStep | null;
}
