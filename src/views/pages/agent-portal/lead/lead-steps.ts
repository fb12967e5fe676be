import { AGENT_LEAD_TABS, type AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { tabOf } from '#src/views/agent-lead/lead-lifecycle.ts';
import { TAB_NAMES } from '#src/views/agent-lead/lead-names.ts';
import { showDay } from '#src/views/ui/dates.ts';
import type { Step } from '#src/views/ui/stepper.tsx';
import type { PageLead } from './lead-page.tsx';

/** Whether the lead is past this tab on the main path. */
export const hasPassed = ({ state }: Pick<PageLead, 'state'>, tab: AgentLeadTab): boolean =>
  AGENT_LEAD_TABS.indexOf(tabOf(state)) > AGENT_LEAD_TABS.indexOf(tab);

/**
 * The tabs as the main path, with the day on which the lead first reached each. Follow-up is a detour, shown only if
 * taken. After a lead went back, the later steps count as not done.
 */
export function stepsOf({
  history,
  state,
  stage,
}: Pick<PageLead, 'state' | 'stage'> & {
  history: readonly Pick<PageLead['history'][number], 'toState' | 'at'>[];
}): Step[] {
  const first = new Map<string, string>();
  for (const { toState, at } of history) if (!first.has(toState)) first.set(toState, at);
  const current = tabOf(state);
  const isOver = stage === 'paid';
  const now = AGENT_LEAD_TABS.indexOf(current);
  return AGENT_LEAD_TABS.filter((tab) => tab !== 'follow-up' || first.has(tab)).map((tab) => {
    const at = AGENT_LEAD_TABS.indexOf(tab) > now ? undefined : first.get(tab);
    const step = tab === current && !isOver ? 'current' : at ? 'done' : 'ahead';
    return { label: TAB_NAMES[tab], state: step, note: at ? showDay(at) : undefined };
  });
}
