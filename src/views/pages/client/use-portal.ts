import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import {
  AskForOtherDatesDocument,
  AskInPortalDocument,
  GoOnFromPortalDocument,
  OpenPortalDocument,
  type PortalForClientFragment,
  type PortalWay,
  WithdrawOtherDatesDocument,
} from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { ask } from '#src/views/ui/ask.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { useWrite } from '#src/views/ui/use-write.ts';

export type Portal = PortalForClientFragment;
export interface Wished {
  first: string;
  last: string;
  reason: string;
}

const PAGES: Record<PortalWay, (token: string) => string> = {
  estimate: hrefs.client.estimate,
  agreement: hrefs.client.agreementSign,
  payment: hrefs.client.payment,
  chat: hrefs.client.chat,
};

/** The client page and the client's actions: every response is the updated page. */
export function usePortal(read: Portal, token: string, reload: () => void) {
  const [changed, setChanged] = useState<{ after: Portal; portal: Portal } | null>(null);
  const [, navigate] = useLocation();
  const { busy: way, write } = useWrite();
  // Data loaded since the last action is newer than its response.
  const portal = changed?.after === read ? changed.portal : read;
  const { isOpened, reschedule } = portal;
  const show = (next: Portal) => setChanged({ after: read, portal: next });
  useEffect(() => {
    // Reported once that it was opened; a failure to do so does not affect this page.
    if (!isOpened) ask(OpenPortalDocument, { token }).catch(() => {});
  }, [isOpened, token]);
  useEffect(() => {
    // Someone who returns, from another tab or from a page linked here, sees what happened meanwhile.
    const again = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  });
  // Changes appear automatically.
  useLive('move', reload);
  return {
    portal,
    /** The target whose link is being created. */
    way,
    show,
    ask: (text: string, key: string) =>
      ask(AskInPortalDocument, { token, text }, { key }).then(({ askInPortal }) => askInPortal),
    wish: (dates: Wished, key: string) =>
      ask(AskForOtherDatesDocument, { token, version: reschedule.version, ...dates }, { key }).then(
        ({ askForOtherDates }) => askForOtherDates,
      ),
    withdraw: (key: string) =>
      ask(WithdrawOtherDatesDocument, { token, version: reschedule.version }, { key }).then(
        ({ withdrawOtherDates }) => withdrawOtherDates,
      ),
    goOn: (to: PortalWay, estimateId?: string) =>
      write({
        name: to,
        send: () => ask(GoOnFromPortalDocument, { token, to, estimateId: estimateId ?? null }),
        done: ({ goOnFromPortal }) => navigate(PAGES[to](goOnFromPortal.token)),
        failed: 'This page couldn’t be opened.',
        refused: (error) => void (problemOf(error).status === 409 && reload()),
      }),
    reload,
  };
}

export type PortalActs = ReturnType<typeof usePortal>;
