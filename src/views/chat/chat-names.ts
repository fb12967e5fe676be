import type { ChatOwner, ChatStage } from '#src/generated/graphql/graphql.ts';
import type { Tone } from '#src/views/ui/badge.tsx';

/** The display names of the client's progress. */
export const STAGES: Record<ChatStage, { name: string; tone: Tone }> = {
  collecting: { name: 'Collecting details', tone: 'blue' },
  confirming: { name: 'To be confirmed', tone: 'amber' },
  handed_over: { name: 'Confirmed', tone: 'green' },
  closed: { name: 'Closed', tone: 'gray' },
};

/** Who answers, in words. */
export function ownerText({ owner, agentName }: { owner: ChatOwner; agentName: string | null }): string {
  if (owner === 'handing_over') return 'Waiting for a person';
  return owner === 'agent' ? (agentName ?? 'An agent') : 'AI assistant';
}

/** Someone requested a person, nobody has taken over yet, and the client could read an answer. */
export const waits = ({
  stage,
  owner,
  isLeadArchived = false,
}: {
  stage: ChatStage;
  owner: ChatOwner;
  isLeadArchived?: boolean;
}): boolean => owner === 'handing_over' && stage !== 'closed' && !isLeadArchived;
