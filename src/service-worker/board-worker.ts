/**
 * The service worker of the carrier's portal. It stands between pages below /load-board/ and the network, and keeps on
 * the device what the portal needs to open without a connection: its page, scripts, styles and fonts, which say nothing
 * of anybody. Whatever is asked of the server goes past it: what a carrier has read is kept by the page
 * (views/offline/kept-answers.ts), which knows who is signed in.
 */

/** The build writes these in (scripts/board-worker.ts). */
declare const FILES: readonly string[];
declare const BUILD: string;

interface WorkerEvent extends Event {
  waitUntil: (until: Promise<unknown>) => void;
}
interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith: (answer: Promise<Response>) => void;
}
interface WorkerPushEvent extends WorkerEvent {
  readonly data: { json: () => unknown } | null;
}
interface WorkerClickEvent extends WorkerEvent {
  readonly notification: Notification;
}
interface WorkerWindow {
  readonly url: string;
  focus: () => Promise<WorkerWindow>;
  navigate: (url: string) => Promise<WorkerWindow | null>;
}
interface WorkerScope {
  skipWaiting: () => Promise<void>;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll: (which: { type: 'window' }) => Promise<WorkerWindow[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  addEventListener: ((type: 'install' | 'activate', listener: (event: WorkerEvent) => void) => void) &
    ((type: 'fetch', listener: (event: WorkerFetchEvent) => void) => void) &
    ((type: 'push', listener: (event: WorkerPushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: WorkerClickEvent) => void) => void);
}
// The types of pages and of workers cannot stand in one program; this is what is used of a worker's.
declare const self: WorkerScope;

const SHELLS = 'board-shell:';
const SHELL = SHELLS + BUILD;
/** The page of every address of the portal. */
const PAGE = '/load-board/leads/available';
/** A connection that answers nothing is as good as none. */
const PATIENCE_MS = 8000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const shell = await caches.open(SHELL);
      await shell.addAll([...FILES]);
      // Without cookies: the page is the same for everybody.
      const page = await fetch(PAGE, { cache: 'reload', credentials: 'omit' });
      if (!page.ok) throw new Error(`The page answered ${page.status}.`);
      await shell.put(PAGE, page);
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(SHELLS) && name !== SHELL) await caches.delete(name);
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (pathname.startsWith('/load-board/')) event.respondWith(pageOrShell(request));
  } else if (pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(request));
});

/** The server's own page wherever it can be had, so that a new build arrives with the next visit. */
async function pageOrShell(request: Request): Promise<Response> {
  const shell = await (await caches.open(SHELL)).match(PAGE);
  if (!shell) return await fetch(request);
  const late = new Promise<Response>((settle) => setTimeout(() => settle(shell), PATIENCE_MS));
  const asked = fetch(request).then(
    // What stands in front of the server says that it is gone.
    (answer) => (answer.status >= 502 ? shell : answer),
    () => shell,
  );
  return await Promise.race([asked, late]);
}

/** Their names change with what is in them, so a file that is kept is never an old one. */
async function keptOrFetched(request: Request): Promise<Response> {
  return (await (await caches.open(SHELL)).match(request.url)) ?? (await fetch(request));
}

/** What the server sends (api/push/push.outbox.ts); it can be read by nobody between it and this device. */
interface PushNote {
  title: string;
  body: string;
  path: string;
  tag: string;
}

self.addEventListener('push', (event) => {
  const { title, body, path, tag } = (event.data?.json() ?? {}) as Partial<PushNote>;
  if (!title) return;
  const icon = '/load-board/icon-192.png';
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { path } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { path } = event.notification.data as { path?: string };
  event.waitUntil(openPath(path ?? PAGE));
});

/** In a window of the portal that is open, or in a new one. Only pages of the portal are opened. */
async function openPath(path: string): Promise<void> {
  const { href, origin, pathname } = new URL(path, location.origin);
  const url = origin === location.origin && pathname.startsWith('/load-board/') ? href : PAGE;
  const windows = await self.clients.matchAll({ type: 'window' });
  const open = windows.find((one) => new URL(one.url).pathname.startsWith('/load-board/'));
  if (!open) return void (await self.clients.openWindow(url));
  await (await open.navigate(url))?.focus();
}

// A module to the compiler, so that its names are its own; the build takes this line out.
export {};
