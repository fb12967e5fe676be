import { type ComponentType } from 'react';
import { useSearch } from 'wouter';
import type { BoardTab, ScreenOf } from '#src/machines/session/routes.ts';
import { readFilters } from '#src/views/carrier/load-filters.ts';
import { firstReadsOf } from '#src/views/carrier/use-load-list.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useAhead } from '#src/views/ui/use-ahead.ts';
import { BoardFrame } from './board-frame.tsx';
import LoadsPage from './loads-page.tsx';
import type { ScreenProps } from './screen.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

/**
 * Every screen of the portal; a new one without a component does not compile. The list is part of the portal's chunk.
 */
const screens: Record<ScreenOf<'load-board'>, ComponentType<ScreenProps>> = {
  leads: LoadsPage,
  'job-agreement': lazy(() => import('./job-agreement.tsx')),
  'job-agreement-signed': lazy(() => import('./job-agreement-signed.tsx')),
  payments: lazy(() => import('./payments/payments-page.tsx')),
  settings: lazy(() => import('./settings/settings-page.tsx')),
  'signup-complete': lazy(() => import('./signup/signup-complete.tsx')),
};

export default function LoadBoard({ screen, params }: PortalProps<'load-board'>) {
  const Screen = screens[screen];
  const filters = readFilters(useSearch());
  useAhead(() => (screen === 'leads' ? firstReadsOf(params.tab as BoardTab, filters) : []));
  const shown = (
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
  // Until the sign-up is complete, nothing in the frame is accessible.
  return screen === 'signup-complete' ? shown : <BoardFrame>{shown}</BoardFrame>;
}
