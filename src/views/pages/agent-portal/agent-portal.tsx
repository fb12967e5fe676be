import { type ComponentType } from 'react';
import { useSearch } from 'wouter';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import type { ScreenOf } from '#src/machines/session/routes.ts';
import { readFilters } from '#src/views/agent-lead/list/lead-filters.ts';
import { firstReadsOf } from '#src/views/agent-lead/list/use-lead-list.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useAhead } from '#src/views/ui/use-ahead.ts';
import { AgentFrame } from './agent-frame.tsx';
import LeadsPage from './leads/leads-page.tsx';
import type { laterScreens } from './later-screens.ts';
import type { ScreenProps } from './screen.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const later = (screen: keyof typeof laterScreens) =>
  lazy(async () => (await import('./later-screens.ts')).laterScreens[screen]());

/**
 * Every screen of the portal; a new one without a component does not compile. The first list is part of the portal's
 * chunk.
 */
const screens: Record<ScreenOf<'agent-portal'>, ComponentType<ScreenProps>> = {
  leads: LeadsPage,
  lead: lazy(() => import('./lead/lead-page.tsx')),
  today: later('today'),
  calendar: later('calendar'),
  archive: later('archive'),
  settings: later('settings'),
  carriers: later('carriers'),
  carrier: later('carrier'),
  chats: later('chats'),
  workflow: later('workflow'),
  reports: later('reports'),
  tariffs: later('tariffs'),
  import: later('import'),
  brokerage: later('brokerage'),
  team: later('team'),
};

export default function AgentPortal({ screen, params }: PortalProps<'agent-portal'>) {
  const Screen = screens[screen];
  const filters = readFilters(useSearch());
  useAhead(() =>
    screen === 'leads' && filters.view !== 'board' ? firstReadsOf(params.tab as AgentLeadTab, filters) : [],
  );
  return (
    <AgentFrame isList={screen === 'leads'}>
      <LazyBoundary
        fallback={
          <Loading>
            <TextBones lines={6} />
          </Loading>
        }
      >
        <Screen params={params} />
      </LazyBoundary>
    </AgentFrame>
  );
}
