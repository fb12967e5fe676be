import {
  ArchiveBoxIcon,
  BuildingOffice2Icon,
  CalendarIcon,
  ChartBarIcon,
  ChatBubbleOvalLeftIcon,
  Cog6ToothIcon,
  CurrencyDollarIcon,
  InboxIcon,
  PlusIcon,
  ShareIcon,
  SunIcon,
  TruckIcon,
  UsersIcon,
} from '@heroicons/react/24/outline';
import { type ReactNode, useState } from 'react';
import { usePortalBrokerage } from '#src/views/brokerage/use-portal-brokerage.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { useLeadCounts } from '#src/views/agent-lead/list/use-lead-counts.ts';
import { useSession, useUser } from '#src/views/session/session-context.ts';
import { Button } from '#src/views/ui/button.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { PortalShell } from '#src/views/ui/portal-shell.tsx';
import type { NavItem } from '#src/views/ui/side-nav.tsx';
import { useShortcut } from '#src/views/ui/shortcuts.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const NoticeBell = lazy(() => import('#src/views/notice/notice-bell.tsx'));
const ChatBadge = lazy(() => import('#src/views/chat/list/chat-badge.tsx'));
const Palette = lazy(() => import('./palette/palette.tsx'));
// Few people have a draft.
const LeadDraftNote = lazy(() =>
  import('#src/views/agent-lead/form/lead-draft-note.tsx').then(({ LeadDraftNote }) => ({ default: LeadDraftNote })),
);
const AddLead = lazy(() => import('./add-lead.tsx'));

interface AgentFrameProps {
  /** Creating a lead is the primary action in the lists; other pages have their own next step. */
  isList: boolean;
  children: ReactNode;
}

/** The frame of the agent portal: navigation with counts, search, and a new lead from anywhere. */
export function AgentFrame({ isList, children }: AgentFrameProps) {
  const session = useSession();
  const user = useUser();
  const { brokerage, reload } = usePortalBrokerage();
  useLive('settings', reload);
  // A colleague has changed this agent's rights: the menu follows.
  useLive('account', () => session.send({ type: 'user.changed' }), user.id);
  const counts = useLeadCounts();
  const [open, setOpen] = useState<'search' | 'new' | null>(null);
  const close = () => setOpen(null);
  const leads = hrefs.agent.leads('new');
  const pages: NavItem[] = [
    { label: 'Today', href: hrefs.agent.today(), icon: <SunIcon /> },
    { label: 'Leads', href: leads, icon: <InboxIcon />, count: counts.total, owns: hrefs.agent.leadPaths },
    { label: 'Calendar', href: hrefs.agent.calendar(), icon: <CalendarIcon /> },
    { label: 'Chats', href: hrefs.agent.chats(), icon: <ChatBubbleOvalLeftIcon />, badge: ChatBadge },
    { label: 'Archive', href: hrefs.agent.archive(), icon: <ArchiveBoxIcon />, count: counts.archived },
    { label: 'Carriers', href: hrefs.agent.carriers(), icon: <TruckIcon /> },
    ...(user.rights.includes('reports')
      ? [{ label: 'Reports', href: hrefs.agent.reports(), icon: <ChartBarIcon /> }]
      : []),
    ...(user.rights.includes('workflow')
      ? [{ label: 'Workflow', href: hrefs.agent.workflow(), icon: <ShareIcon /> }]
      : []),
    ...(user.rights.includes('settings')
      ? [
          { label: 'Tariffs', href: hrefs.agent.tariffs(), icon: <CurrencyDollarIcon /> },
          {
            label: 'Brokerage',
            href: hrefs.agent.brokerage(),
            icon: <BuildingOffice2Icon />,
            owns: hrefs.agent.brokeragePaths,
          },
        ]
      : []),
    ...(user.rights.includes('team') ? [{ label: 'Team', href: hrefs.agent.team(), icon: <UsersIcon /> }] : []),
    { label: 'Settings', href: hrefs.agent.settings(), icon: <Cog6ToothIcon /> },
  ];
  return (
    <PortalShell
      name="Agent portal"
      brand={brokerage}
      nav={[{ items: pages }]}
      person={user}
      personMenu={[
        { label: 'Settings', href: hrefs.agent.settings() },
        { label: 'Sign out', onSelect: () => session.send({ type: 'sign-out.asked' }) },
      ]}
      bell={<NoticeBell accountId={user.id} />}
      primary={<NewLeadButton isMain={isList} onOpen={() => setOpen('new')} />}
      onSearch={() => setOpen('search')}
    >
      <LazyBoundary>{open !== 'new' && <LeadDraftNote leadId={null} onOpen={() => setOpen('new')} />}</LazyBoundary>
      {children}
      <LazyBoundary>
        {open === 'search' && (
          <Palette
            commands={[
              { label: 'New lead', onSelect: () => setOpen('new') },
              ...pages.map(({ label, href }) => ({ label, href })),
            ]}
            onClose={close}
          />
        )}
        {open === 'new' && <AddLead agent={user} onClose={close} />}
      </LazyBoundary>
    </PortalShell>
  );
}

/** The shell's help lists its key, so it must be inside the shell. */
function NewLeadButton({ isMain, onOpen }: { isMain: boolean; onOpen: () => void }) {
  useShortcut('n', 'New lead', onOpen);
  return (
    <Button variant={isMain ? 'primary' : 'secondary'} icon={<PlusIcon />} aria-keyshortcuts="n" onClick={onOpen}>
      <span className="max-sm:sr-only">New lead</span>
    </Button>
  );
}
