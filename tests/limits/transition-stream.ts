import { call } from '#tests/platform/application.ts';
import { newEstimate, newLead } from '#tests/paths/api-gestures.ts';

interface Body {
  id: string;
  version: number;
}

/** What a client outside the server knows: every write that was acknowledged. */
export interface Acknowledged {
  leadId: string;
  event: string;
  /** The version in the response. */
  version: number;
}

interface Target {
  url: string;
  token: string;
}

/** A chain of transitions that any lead can repeat indefinitely. */
const chain: { event: string; path: (leadId: string) => string; body: (version: number) => Record<string, unknown> }[] =
  [
    { event: 'quote.sent', path: (id) => `agent-lead/${id}/quote`, body: (version) => ({ version }) },
    {
      event: 'lead.followed-up',
      path: (id) => `agent-lead/${id}/follow_up`,
      body: (version) => ({ version, date: '2099-01-01', reason: 'Call again' }),
    },
  ];

/**
 * Sends transitions on several leads at once until `stop` is aborted, and records what was acknowledged. After a
 * refused or broken request, the lead is loaded again and the stream continues.
 */
export async function streamTransitions(
  { url, token }: Target,
  leads: string[],
  acknowledged: Acknowledged[],
  statuses: Map<number, number>,
  stop: AbortSignal,
): Promise<void> {
  await Promise.all(
    leads.map(async (leadId) => {
      for (let step = 0; !stop.aborted; step++) {
        const move = chain[step % chain.length]!;
        try {
          const current = await call<Body>({ url }, 'GET', `agent-lead/${leadId}`, { token });
          count(statuses, current.status);
          if (current.status !== 200) continue;
          const answer = await call<Body>({ url }, 'POST', move.path(leadId), {
            token,
            body: move.body(current.body.version),
          });
          count(statuses, answer.status);
          if (answer.status === 200) acknowledged.push({ leadId, event: move.event, version: answer.body.version });
        } catch {
          // The connection broke: whether this write was applied is unknown, so it is not recorded.
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    }),
  );
}

const count = (statuses: Map<number, number>, status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);

export async function makeLeads({ url, token }: Target, many: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < many; index++) {
    const { body } = await call<Body>({ url }, 'POST', 'agent-lead/', {
      token,
      body: newLead(`stream-${index}@mail.example`),
    });
    await call({ url }, 'POST', `agent-lead/${body.id}/estimates`, { token, body: newEstimate });
    ids.push(body.id);
  }
  return ids;
}

/** Checks that every acknowledged write exists once, in order, and that every history replays to its row. */
export async function findLosses(
  { url, token }: Target,
  leads: string[],
  acknowledged: Acknowledged[],
  replay: (entries: never) => unknown,
): Promise<string[]> {
  const losses: string[] = [];
  for (const leadId of leads) {
    const lead = await call<Body & { state: string; stage: string | null; is_archived: boolean }>(
      { url },
      'GET',
      `agent-lead/${leadId}`,
      { token },
    );
    const history = await call<{ sequence: number; event: string }[]>({ url }, 'GET', `agent-lead/${leadId}/history`, {
      token,
    });
    const own = acknowledged.filter((write) => write.leadId === leadId);
    // In this stream, every history entry after the creation increments the version by one, so entry n made version n.
    for (const write of own) {
      const entry = history.body[write.version - 1];
      if (entry?.event !== write.event)
        losses.push(`${leadId}: version ${write.version} should be ${write.event}, is ${entry?.event}`);
    }
    if (new Set(own.map((write) => write.version)).size !== own.length)
      losses.push(`${leadId}: two writes got the same version`);
    if (lead.body.version !== history.body.length)
      losses.push(`${leadId}: version ${lead.body.version}, ${history.body.length} entries`);
    try {
      replay(history.body as never);
    } catch (error) {
      losses.push(`${leadId}: ${String(error)}`);
    }
  }
  return losses;
}
