import type { Job } from '#src/api/job/jobs.ts';
import type { ApiParts } from '#src/api/parts.ts';
import { postOutside } from '#src/api/webhook/post-outside.ts';
import type { PushTask } from './push.outbox.ts';

/** How many seconds a push service keeps it for a phone that is off. */
const KEPT_SECONDS = 86_400;
/** The subscription has ended, or was made with another key: a retry would not help. */
const OVER: readonly number[] = [400, 401, 403, 404, 410];

/**
 * Sends one note to one device (RFC 8030), encrypted for it (RFC 8291) and signed by the deployment (RFC 8292). A
 * device whose session has ended is deleted, as is one that its push service no longer knows.
 *
 * @throws if another attempt may succeed
 */
export async function deliverPush(parts: ApiParts, { data: { deviceId, note } }: Job<PushTask>): Promise<void> {
  const { kysely } = parts.database;
  const now = parts.now().toISOString();
  const device = await kysely
    .selectFrom('push_device as d')
    .innerJoin('account as a', 'a.id', 'd.account_id')
    .select(['d.endpoint', 'd.p256dh', 'd.auth', 'a.disabled_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_token as t')
          .select('t.id')
          .whereRef('t.family_id', '=', 'd.family_id')
          .where('t.revoked_at', 'is', null)
          .where('t.replaced_at', 'is', null)
          .where('t.expires_at', '>', now)
          .whereRef('t.created_at', '>=', 'a.sessions_valid_from'),
      ).as('is_signed_in'),
    )
    .where('d.id', '=', deviceId)
    .executeTakeFirst();
  if (!device) return;
  const forget = () => kysely.deleteFrom('push_device').where('id', '=', deviceId).execute();
  if (!device.is_signed_in || device.disabled_at !== null) return void (await forget());
  const request = await sealed(parts, device, note);
  // Invalid keys: from a faulty browser, or from a client that is not a browser.
  if (request === null) return void (await forget());
  const posted = await postOutside(parts, device.endpoint, request);
  if ('says' in posted) {
    if (posted.isFinal) return void (await forget());
    throw new Error(`A device was not told: ${posted.says}`);
  }
  if (OVER.includes(posted.status)) return void (await forget());
  if (posted.status >= 300 && posted.status !== 413)
    throw new Error(`A device was not told: its push service answered with status ${posted.status}.`);
}

async function sealed(
  { vapid, brokerage, publicUrl }: ApiParts,
  { endpoint, p256dh, auth }: { endpoint: string; p256dh: string; auth: string },
  note: object,
): Promise<{ headers: Record<string, string>; body: Buffer } | null> {
  const { default: webPush } = await import('web-push');
  try {
    const subject = publicUrl().startsWith('https:') ? publicUrl() : `mailto:${brokerage.email || 'office@localhost'}`;
    const { headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify(note),
      {
        vapidDetails: { subject, ...vapid },
        TTL: KEPT_SECONDS,
        contentEncoding: 'aes128gcm',
        urgency: 'high',
      },
    );
    return { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])), body };
  } catch {
    return null;
  }
}
