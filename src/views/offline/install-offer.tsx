import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { useKept } from '#src/views/ui/use-kept.ts';

/** Chromium browsers fire it if an app can be installed; others offer that in their menu. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** Served by web/board-app.ts. */
const MANIFEST = '/load-board/app.webmanifest';
const ICON = '/load-board/icon-192.png';
const WORKER = '/load-board/worker.js';

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

function offer(event: InstallEvent | null): void {
  offered = event;
  listeners.forEach((listener) => listener());
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

let isPrepared = false;

/** Once per page load, and only here: pages of other portals have none of it. */
function prepare(): void {
  if (isPrepared || import.meta.env.DEV) return;
  isPrepared = true;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer(event as InstallEvent);
  });
  addEventListener('appinstalled', () => offer(null));
  for (const [rel, href] of [
    ['manifest', MANIFEST],
    ['apple-touch-icon', ICON],
  ] as const)
    document.head.append(Object.assign(document.createElement('link'), { rel, href }));
  // Not available in a private window, an old browser, or without https: everything works except offline use.
  void navigator.serviceWorker?.register(WORKER, { scope: '/load-board/' }).catch(() => {});
}

const whenIdle: (run: () => void) => void = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 1000));

/** Makes the portal an app that opens without a connection, and offers to install it. */
export default function InstallOffer() {
  const event = useSyncExternalStore(subscribe, () => offered);
  const [isDismissed, setDismissed] = useKept('load-board:install-dismissed', false);
  useEffect(() => {
    whenIdle(prepare);
  }, []);
  if (!event || isDismissed) return null;
  return (
    <Callout color="blue" title="Install the load board" className="mb-4">
      <p>It opens from your home screen, and shows your jobs without a connection.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          onClick={() => {
            offer(null);
            void event.prompt().catch(() => {});
          }}
        >
          Install app
        </Button>
        <Button size="sm" variant="ghost" onClick={() => setDismissed(true)}>
          Not now
        </Button>
      </div>
    </Callout>
  );
}
