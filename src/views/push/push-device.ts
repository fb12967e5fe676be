/** Whether this browser supports notifications while the portal is closed. */
export type PushAbility = 'able' | 'blocked' | 'unable';

export function pushAbility(): PushAbility {
  // A private window may have only some of these.
  const isAble = 'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator;
  if (!isAble) return 'unable';
  return Notification.permission === 'denied' ? 'blocked' : 'able';
}

const registration = () => navigator.serviceWorker.getRegistration('/load-board/');

/** The key that the subscription was created with, to detect one created with a previous key of the deployment. */
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
 * Asks the person, then the browser's push service. Null if the person refuses.
 *
 * @throws if the push service cannot be reached, or there is no service worker
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

/** The server has already removed the device; removing it from the browser is optional. */
export async function unsubscribeDevice(): Promise<void> {
  const subscription = await (await registration())?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
