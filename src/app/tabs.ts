import type { SessionActor } from '#src/views/session/session-context.ts';

/** Tabs of one browser share cookies, so they notify each other when a session begins or ends. */
export function shareWithTabs(session: SessionActor): void {
  const channel = new BroadcastChannel('session');
  const tell = () => channel.postMessage(null);
  session.on('session.began', tell);
  session.on('session.ended', tell);
  channel.onmessage = () => session.send({ type: 'session.changed-elsewhere' });
}
