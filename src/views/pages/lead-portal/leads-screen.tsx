import { TRIAL_LEADS_PER_DAY } from '#src/machines/subscription/entitlement.ts';
import { ArchiveBoxIcon, InboxIcon, ListBulletIcon, MapIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { hrefs } from '#src/views/hrefs.ts';
import { useUser } from '#src/views/session/session-context.ts';
import { StateLeadFilterBar } from '#src/views/state-lead/state-lead-filter-bar.tsx';
import { csvQuery, hasFilter, readFilters, type StateLeadFilters } from '#src/views/state-lead/state-lead-filters.ts';
import { StateLeadList } from '#src/views/state-lead/state-lead-list.tsx';
import { useStateLeads } from '#src/views/state-lead/use-state-leads.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { exportCsv } from '#src/views/ui/export-csv.ts';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { lanesOf } from '#src/views/ui/lanes.ts';
import { Bone } from '#src/views/ui/skeleton.tsx';
import { isDue, usePlan } from '#src/views/subscription/use-plan.ts';

const StateLeadMap = lazy(() => import('#src/views/state-lead/state-lead-map.tsx'));
const LeadSheet = lazy(() => import('./lead-sheet.tsx'));

/** The leads of a business, in the inbox or in the archive. */
export function LeadsScreen({ isArchive }: { isArchive: boolean }) {
  const title = isArchive ? 'Archive' : 'Leads';
  useTitle(title);
  const user = useUser();
  const filters = readFilters(useSearch());
  const [, navigate] = useLocation();
  const href = (part: StateLeadFilters) => hrefs.mover[isArchive ? 'archive' : 'leads']({ ...filters, ...part });
  const change = (part: StateLeadFilters) => navigate(href(part), { replace: true });
  const list = useStateLeads(filters, isArchive);
  const [isSelecting, setSelecting] = useState(false);
  const fresh = list.counts?.fresh ?? 0;
  const isMap = filters.view === 'map';
  const [pointed, setPointed] = useState<string | null>(null);
  return (
    <>
      <PageHeader
        title={title}
        below={
          isArchive
            ? 'Leads you set aside. Clients can still answer your quotes.'
            : fresh > 0
              ? `${fresh} not contacted yet`
              : 'New leads from your cities and states'
        }
        primary={
          <LinkButton
            size="sm"
            href={href({ view: isMap ? undefined : 'map', lead: undefined })}
            icon={isMap ? <ListBulletIcon aria-hidden /> : <MapIcon aria-hidden />}
          >
            {isMap ? 'List' : 'Map'}
          </LinkButton>
        }
        more={[exportCsv(hrefs.mover.leadsCsv(csvQuery(filters, isArchive)), 'leads')]}
      />
      {list.isLocked && <LockedNotice isMover={user.role === 'mover'} />}
      {list.isTrial && (
        <Callout
          color="blue"
          title={`Your trial shows the contacts of ${TRIAL_LEADS_PER_DAY} leads a day`}
          className="mt-3"
        >
          <p>Subscribe to see them all.</p>
          {user.role === 'mover' && (
            <LinkButton href={hrefs.mover.billing()} size="sm" className="mt-2">
              Subscribe
            </LinkButton>
          )}
        </Callout>
      )}
      <StateLeadFilterBar filters={filters} onChange={change} canSearch={!list.isLocked}>
        {!list.isLocked && (
          <Button
            size="sm"
            className="ml-auto sm:hidden pointer-coarse:h-10"
            aria-pressed={isSelecting}
            onClick={() => setSelecting(!isSelecting)}
          >
            {isSelecting ? 'Done' : 'Select'}
          </Button>
        )}
      </StateLeadFilterBar>
      <div
        className={
          isMap
            ? 'grid gap-x-6 border-t border-gray-200 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'
            : 'border-t border-gray-200'
        }
      >
        {isMap && (
          <section aria-label="Map" className="self-start pt-3 lg:sticky" style={{ top: '3.5rem' }}>
            <LazyBoundary fallback={<Bone className="aspect-[8/5] w-full" />}>
              <StateLeadMap
                filters={filters}
                isArchive={isArchive}
                lanes={lanesOf(list.rows ?? [])}
                pointed={pointed}
                onChange={change}
              />
            </LazyBoundary>
          </section>
        )}
        <div className="-mx-4 sm:-mx-6">
          <StateLeadList
            list={list}
            isArchive={isArchive}
            href={({ id }) => href({ lead: id })}
            isSelecting={isSelecting}
            onPoint={isMap ? setPointed : undefined}
            onSelected={() => setSelecting(false)}
            empty={
              <Empty
                isArchive={isArchive}
                isFiltered={hasFilter(filters)}
                onClear={() => navigate(hrefs.mover[isArchive ? 'archive' : 'leads'](), { replace: true })}
              />
            }
          />
        </div>
      </div>
      {filters.lead && (
        <LazyBoundary>
          <LeadSheet key={filters.lead} id={filters.lead} onClose={() => change({ lead: undefined })} />
        </LazyBoundary>
      )}
    </>
  );
}

function Empty({ isArchive, isFiltered, onClear }: { isArchive: boolean; isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) {
    return (
      <EmptyState icon={<InboxIcon />} title="No matches" action={<Button onClick={onClear}>Clear filters</Button>}>
        Remove a filter to see more leads.
      </EmptyState>
    );
  }
  if (isArchive) {
    return (
      <EmptyState
        icon={<ArchiveBoxIcon />}
        title="Nothing archived"
        action={<LinkButton href={hrefs.mover.leads()}>See your leads</LinkButton>}
      >
        Leads you set aside appear here, with their notes and quotes.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<InboxIcon />} title="No leads yet">
      New leads from your cities and states appear here automatically.
    </EmptyState>
  );
}

function LockedNotice({ isMover }: { isMover: boolean }) {
  const { plan, failed } = usePlan();
  // A missing payment is the portal's banner, with the way to pay it.
  if (!failed && (!plan || isDue(plan))) return null;
  return (
    <Callout color="amber" title="Your subscription is not active" className="mt-3">
      <p>New leads still arrive. An active subscription shows names, phones, emails, notes, and quotes.</p>
      {isMover && (
        <LinkButton href={hrefs.mover.billing()} size="sm" className="mt-2">
          View subscription
        </LinkButton>
      )}
    </Callout>
  );
}
