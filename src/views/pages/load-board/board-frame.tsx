import { BanknotesIcon, CheckCircleIcon, Cog6ToothIcon, QueueListIcon, TruckIcon } from '@heroicons/react/24/outline';
import { useQuery } from '@apollo/client/react';
import { type ReactNode, useMemo, useState } from 'react';
import { BoardNewsDocument, type LoadTab } from '#src/generated/graphql/graphql.ts';
import { useNewLoadCount } from '#src/views/carrier/use-newest-loads.ts';
import { usePortalBrokerage } from '#src/views/brokerage/use-portal-brokerage.ts';
import { hrefs } from '#src/views/hrefs.ts';
import type { findUnsent } from '#src/views/job/unsent.ts';
import { useCutOff } from '#src/views/offline/as-of.ts';
import { useKeptAnswers } from '#src/views/offline/use-kept-answers.ts';
import { useSession, useUser } from '#src/views/session/session-context.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';
import { useLive } from '#src/views/ui/live-context.ts';
import { PortalShell } from '#src/views/ui/portal-shell.tsx';
import { useKept } from '#src/views/ui/use-kept.ts';
import { BoardGaps } from './board-gaps.tsx';
import { type BoardNews, BoardNewsContext } from './board-news.ts';

const InstallOffer = lazy(() => import('#src/views/offline/install-offer.tsx'));
const JobSender = lazy(() => import('#src/views/job/job-sender.tsx'));
const SignOutQuestion = lazy(() => import('#src/views/job/sign-out-question.tsx'));

/** The frame of the load board: navigation, and the number of loads that are new since the last visit. */
export function BoardFrame({ children }: { children: ReactNode }) {
  const session = useSession();
  const user = useUser();
  const offline = useKeptAnswers(user, () => session.send({ type: 'session.changed-elsewhere' }));
  const isCutOff = useCutOff();
  const { brokerage } = usePortalBrokerage();
  // On the first visit, not everything counts as new.
  const [start] = useState(() => new Date().toISOString());
  const [since, setSince] = useKept(`load-board:seen:${user.id}`, start);
  const count = useNewLoadCount(since);
  const { data, refetch } = useQuery(BoardNewsDocument, { fetchPolicy: 'cache-and-network' });
  useLive('load', () => void refetch().catch(() => {}));
  const told = data?.boardNews;
  const [outcomesSeen, setOutcomesSeen] = useKept(`load-board:outcomes:${user.id}`, start);
  const decidedAt = told?.decidedAt ?? null;
  const news = useMemo<BoardNews>(
    () => ({
      since,
      see: (instant) => instant > since && setSince(instant),
      unread: new Map(told?.unread.map(({ leadId, count: messages }) => [leadId, messages])),
      standingBids: told?.standingBids ?? 0,
      hasOutcome: decidedAt !== null && decidedAt > outcomesSeen,
      seeOutcomes: () => decidedAt !== null && decidedAt > outcomesSeen && setOutcomesSeen(decidedAt),
    }),
    [since, setSince, told, decidedAt, outcomesSeen, setOutcomesSeen],
  );
  const [unsent, setUnsent] = useState<Awaited<ReturnType<typeof findUnsent>>>(null);
  const signOut = () => session.send({ type: 'sign-out.asked' });
  /** Signing out deletes what this device keeps. */
  async function askToSignOut(): Promise<void> {
    const finding = import('#src/views/job/unsent.ts').then((unsentWork) => unsentWork.findUnsent(user.id));
    const found = await finding.catch(() => null);
    if (found) setUnsent(found);
    else signOut();
  }
  const unreadIn = (tab: LoadTab) => told?.unread.reduce((sum, one) => sum + (one.tab === tab ? one.count : 0), 0) ?? 0;
  return (
    <PortalShell
      name="Load board"
      brand={brokerage}
      nav={[
        {
          items: [
            {
              label: 'Available',
              href: hrefs.board.leads('available'),
              icon: <QueueListIcon />,
              count: count || null,
              attention: count > 0 || news.hasOutcome,
            },
            {
              label: 'Open jobs',
              href: hrefs.board.leads('open'),
              icon: <TruckIcon />,
              count: unreadIn('open') || null,
              attention: unreadIn('open') > 0,
            },
            {
              label: 'Completed',
              href: hrefs.board.leads('completed'),
              icon: <CheckCircleIcon />,
              count: unreadIn('completed') || null,
              attention: unreadIn('completed') > 0,
            },
            { label: 'Payments', href: hrefs.board.payments(), icon: <BanknotesIcon /> },
            {
              label: 'Settings',
              href: hrefs.board.settings('general'),
              icon: <Cog6ToothIcon />,
              owns: [hrefs.board.settings('account'), hrefs.board.settings('pricing-sheet')],
            },
          ],
        },
      ]}
      offline={offline}
      person={user}
      personMenu={[
        { label: 'Settings', href: hrefs.board.settings('general') },
        { label: 'Sign out', onSelect: () => void askToSignOut() },
      ]}
    >
      <LazyBoundary>
        <InstallOffer />
        <JobSender personId={user.id} isCutOff={isCutOff} />
        {unsent && <SignOutQuestion unsent={unsent} onClose={() => setUnsent(null)} onConfirm={signOut} />}
      </LazyBoundary>
      <BoardGaps />
      <BoardNewsContext value={news}>{children}</BoardNewsContext>
    </PortalShell>
  );
}
