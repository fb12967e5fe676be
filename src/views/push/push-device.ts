/** What this browser can do about news that come while the portal is closed. */
export type PushAbility = 'able' | 'blocked' | 'unable';

export function pushAbility(): PushAbility {
  // A private window may have one part and not the other.
  const isAble = 'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator;
  if (!isAble) return 'unable';
  return Notification.permission === 'denied' ? 'blocked' : 'able';
}

const registration = () => navigator.serviceWorker.getRegistration('/load-board/');

/** The key as it was made, so that one that was made with another key of the deployment is told apart. */
const keyOf = (subscription: PushSubscription): string =>
  btoa(String.fromCharCode(...new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

export interface DeviceKeys {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/**
 * Asks the person, then the browser's push service. Null where the person says no.
 *
 * @throws where the push service cannot be reached, or there is no service worker
 */
export async function subscribeDevice(publicKey: string): Promise<DeviceKeys | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const worker = await registration();
  if (!worker) throw new Error('This page has no service worker.');
  const before = await worker.pushManager.getSubscription();
  if (before && keyOf(before) !== publicKey) await before.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const { endpoint, keys } = (await worker.pushManager.subscribe(options)).toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** The server has forgotten the device already; the browser's own part is a courtesy. */
export async function unsubscribeDevice(): Promise<void> {
  const subscription = await (await registration())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
