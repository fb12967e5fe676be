import { type ComponentType, type ReactNode } from 'react';
import { useSearch } from 'wouter';
import type { ScreenOf } from '#src/machines/session/routes.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { readFilters } from '#src/views/state-lead/state-lead-filters.ts';
import { firstReadsOf } from '#src/views/state-lead/use-state-leads.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useAhead } from '#src/views/ui/use-ahead.ts';
import { LeadFrame } from './lead-frame.tsx';
import LeadsPage from './leads-page.tsx';
import type { ScreenProps } from './screen.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

type Name = ScreenOf<'lead-portal'>;

/**
 * Every screen of the portal; a new one without a component does not compile. The list is part of the portal's chunk.
 */
const screens: Record<Name, ComponentType<ScreenProps>> = {
  leads: LeadsPage,
  archive: lazy(() => import('./archive-page.tsx')),
  figures: lazy(() => import('./figures-page.tsx')),
  settings: lazy(() => import('./settings/settings-page.tsx')),
  subscribe: lazy(() => import('./subscribe-page.tsx')),
  'top-cities': lazy(() => import('./top-cities-page.tsx')),
};

/** Gates come before the portal: nothing in its frame is accessible from them. */
const gates: readonly Name[] = ['subscribe', 'top-cities'];

export default function LeadPortal({ screen, params }: PortalProps<'lead-portal'>) {
  const Screen = screens[screen];
  const filters = readFilters(useSearch());
  useAhead(() => (screen === 'leads' ? firstReadsOf(filters) : []));
  const shown: ReactNode = (
    <LazyBoundary
      fallback={
        <Loading>
          <TextBones lines={6} />
        </Loading>
      }
    >
      <Screen params={params} />
    </LazyBoundary>
  );
  return gates.includes(screen) ? shown : <LeadFrame>{shown}</LeadFrame>;
}
