import { type ComponentType } from 'react';
import type { BoardSettings as View } from '#src/machines/session/routes.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Tabs } from '#src/views/ui/tabs.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import type { ScreenProps } from '../screen.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const views: Record<View, { name: string; Shown: ComponentType }> = {
  general: { name: 'General', Shown: lazy(() => import('./general-view.tsx')) },
  account: { name: 'Account', Shown: lazy(() => import('./account-view.tsx')) },
  'pricing-sheet': { name: 'Pricing sheet', Shown: lazy(() => import('./pricing-sheet-view.tsx')) },
};

/** A carrier's settings, one view at a time. */
export default function BoardSettings({ params }: ScreenProps) {
  const { name, Shown } = views[params.view as View];
  useTitle(`${name} settings`);
  return (
    <div className={params.view === 'pricing-sheet' ? undefined : 'max-w-160'}>
      <PageHeader title="Settings" />
      <Tabs
        label="Settings"
        tabs={(Object.keys(views) as View[]).map((one) => ({
          label: views[one].name,
          href: hrefs.board.settings(one),
        }))}
      />
      <div className="mt-6">
        <LazyBoundary
          fallback={
            <Loading>
              <TextBones lines={8} />
            </Loading>
          }
        >
          <Shown />
        </LazyBoundary>
      </div>
    </div>
  );
}
