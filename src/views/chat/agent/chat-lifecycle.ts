import { onlyIf } from '#src/machines/phrases.ts';
interface Judged {
  stage: string;
  owner: string;
  actions: readonly { event: string; may: boolean; unmet: readonly string[] }[];
}

type AgentEvent =
  | 'chat.taken'
  | 'chat.returned'
  | 'answer.given'
  | 'details.changed'
  | 'details.applied'
  | 'summary.written'
  | 'chat.closed'
  | 'chat.reopened';

/** The display text of the lifecycle's requirements. */
const UNMET: Record<string, string> = {
  'the chat is open': 'The chat is closed.',
  'every answer before was seen': 'Read the newest message first.',
  'the chat belongs to a lead': 'There is no lead yet.',
};

/** Whether the event exists in the chat's current state. */
export const isPossible = (chat: Judged, event: AgentEvent): boolean =>
  chat.actions.some((action) => action.event === event);

export const may = (chat: Judged, event: AgentEvent): boolean =>
  chat.actions.some((action) => action.event === event && action.may);

/** Why an event of this state is refused now; null if it is allowed. */
export function offBecause(chat: Judged, event: AgentEvent): string | null {
  const unmet = chat.actions.find((action) => action.event === event)?.unmet ?? [];
  return unmet.length === 0 ? null : unmet.map((need) => UNMET[need] ?? onlyIf([need])).join(' ');
}
