import { ArchiveBoxIcon, ChartBarIcon, Cog6ToothIcon, InboxIcon } from '@heroicons/react/24/outline';
import { type ReactNode } from 'react';
import { access } from '#src/machines/session/access.ts';
import { usePortalBrokerage } from '#src/views/brokerage/use-portal-brokerage.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useSession, useUser } from '#src/views/session/session-context.ts';
import { PortalShell } from '#src/views/ui/portal-shell.tsx';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

// Usually empty, so the page does not wait for it.
const PlanBanner = lazy(() => import('#src/views/subscription/plan-banner.tsx'));

/** The frame of the lead portal: the navigation of movers and their assistants. */
export function LeadFrame({ children }: { children: ReactNode }) {
  const session = useSession();
  const user = useUser();
  const { brokerage } = usePortalBrokerage();
  const settings = hrefs.mover.settings(user.role);
  // Hides links to pages that would redirect this person.
  const hasArchive = 'show' in access({ kind: 'member', ...user }, hrefs.mover.archive());
  return (
    <PortalShell
      name="Lead portal"
      brand={brokerage}
      nav={[
        {
          items: [
            { label: 'Leads', href: hrefs.mover.leads(), icon: <InboxIcon /> },
            ...(hasArchive ? [{ label: 'Archive', href: hrefs.mover.archive(), icon: <ArchiveBoxIcon /> }] : []),
            { label: 'Figures', href: hrefs.mover.figures(), icon: <ChartBarIcon /> },
            { label: 'Settings', href: settings, icon: <Cog6ToothIcon /> },
          ],
        },
      ]}
      person={user}
      personMenu={[
        { label: 'Settings', href: settings },
        { label: 'Sign out', onSelect: () => session.send({ type: 'sign-out.asked' }) },
      ]}
    >
      <LazyBoundary>
        <PlanBanner
          isMover={user.role === 'mover'}
          billingHref={hrefs.mover.billing()}
          onChanged={() => session.send({ type: 'user.changed' })}
        />
      </LazyBoundary>
      {children}
    </PortalShell>
  );
}
