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

/** The page of a move, and each deed of its client: every answer is the page as it stands then. */
export function usePortal(read: Portal, token: string, reload: () => void) {
  const [changed, setChanged] = useState<{ after: Portal; portal: Portal } | null>(null);
  const [, navigate] = useLocation();
  const { busy: way, write } = useWrite();
  // What was read again since the last deed is newer than its answer.
  const portal = changed?.after === read ? changed.portal : read;
  const { isOpened, reschedule } = portal;
  const show = (next: Portal) => setChanged({ after: read, portal: next });
  useEffect(() => {
    // That it was opened is told once; whether that arrives changes nothing on this page.
    if (!isOpened) ask(OpenPortalDocument, { token }).catch(() => {});
  }, [isOpened, token]);
  useEffect(() => {
    // Somebody who comes back, from another tab or from a page that this one leads on to, sees what happened meanwhile.
    const again = () => document.visibilityState === 'visible' && reload();
    document.addEventListener('visibilitychange', again);
    return () => document.removeEventListener('visibilitychange', again);
  });
  // What happens meanwhile appears by itself.
  useLive('move', reload);
  return {
    portal,
    /** Where a link is being made to. */
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
