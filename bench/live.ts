import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, WebSocket } from 'undici';
import { cpuOf } from './proc.ts';
import { median, met } from './table.ts';
import type { Change } from '#src/views/ui/live-context.ts';
import { whenSettled } from '#src/views/ui/live-context.ts';
import { CHANGES } from '#src/app/session-documents.ts';
import persisted from '#src/generated/graphql/persisted-documents.json' with { type: 'json' };
import { documents } from './works.ts';
import type { World } from './world.ts';

const SOCKETS = 500;
const ROUNDS = 10;
/** Milliseconds until the last socket is notified; CPU milliseconds of the node for all of them. */
const BUDGET = { last: 1000, cpu: 200 };
/** Longer than changes are batched, so that each one is sent right away. */
const PAUSE = 1500;

/** Agents with an open board; changes per second, and for how long. */
const BOARDS = { agents: 200, changes: 10, seconds: 20 };
/** Of one CPU. */
const BOARDS_BUDGET = 0.5;
/** The interval used by the agents' pages (use-lead-counts.ts). */
const COUNTS_PACE_MS = 2000;

interface Listener {
  close: () => void;
}

/** An agent's socket that receives changes. */
async function listen(world: World, onChange: (change: Change) => void): Promise<Listener> {
  const socket = new WebSocket(`${world.product.replace('http', 'ws')}/graphql`, {
    protocols: ['graphql-transport-ws'],
    headers: { cookie: world.agent },
  });
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('error', () => reject(new Error('A socket could not be opened.')));
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
    socket.addEventListener('message', ({ data }) => {
      const { type, payload } = JSON.parse(String(data)) as { type: string; payload?: { data: { changes: Change } } };
      if (type === 'connection_ack') {
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: CHANGES } }));
        resolve();
      }
      if (type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
      if (type === 'error') reject(new Error(String(data)));
      if (type === 'next') onChange(payload!.data.changes);
    });
  });
  return socket;
}

/** Connects several at once, as after a restart. */
async function listenAll(world: World, count: number, onChange: (at: number) => (change: Change) => void) {
  const sockets: Listener[] = [];
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(Array.from({ length: 50 }, (_, at) => listen(world, onChange(sockets.length + at))))),
    );
  return sockets;
}

async function changeOne(world: World, lead: World['open'][number]): Promise<void> {
  const answer = await fetch(`${world.product}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: world.agent },
    body: JSON.stringify({ query: documents.followUp, variables: lead }),
  });
  const { data } = (await answer.json()) as { data: { followUp: { version: number } } };
  lead.version = data.followUp.version;
}

/** 500 agents' sockets are notified of one change, several times over. */
export async function hear(world: World): Promise<void> {
  const heard: number[] = [];
  let count = 0;
  let all: () => void = () => {};
  const sockets = await listenAll(world, SOCKETS, () => () => {
    if (++count === SOCKETS) all();
  });
  const cpus: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await sleep(PAUSE);
    count = 0;
    const everybody = new Promise<void>((resolve) => (all = resolve));
    const [cpu, begun] = [await cpuOf(world.pid), performance.now()];
    await changeOne(world, world.open[0]!);
    await everybody;
    // The first round also waits until all are subscribed.
    if (round === 0) continue;
    heard.push(performance.now() - begun);
    cpus.push((await cpuOf(world.pid)) - cpu);
  }
  for (const socket of sockets) socket.close();
  const [last, cpu] = [median(heard), median(cpus)];
  console.log(
    `${SOCKETS} sockets have heard of a change after ${last.toFixed(0)} ms, budget ${BUDGET.last} ms: ${met(last <= BUDGET.last)}`,
  );
  console.log(`it took ${cpu.toFixed(0)} ms of the processor, budget ${BUDGET.cpu} ms: ${met(cpu <= BUDGET.cpu)}`);
}

const documentNamed = (name: string) => Object.values(persisted).find((text) => text.includes(`query ${name}(`))!;

/** Agents have a board open while leads change: the CPU time that their pages' requests cost the node. */
export async function watchBoards(world: World): Promise<void> {
  const pool = new Pool(world.product, { connections: 64 });
  const [list, counts] = [documentNamed('AgentLeads'), documentNamed('AgentLeadCounts')];
  const open = new Set<Promise<unknown>>();
  const times: number[] = [];
  let bytes = 0;
  let failure: unknown;
  const ask = (query: string, variables: object): void => {
    const begun = performance.now();
    const asking = (async () => {
      const { body } = await pool.request({
        method: 'POST',
        path: '/graphql',
        headers: { 'content-type': 'application/json', cookie: world.agent },
        body: JSON.stringify({ query, variables }),
      });
      const text = await body.text();
      if (text.includes('"errors":[')) throw new Error(text.slice(0, 500));
      bytes += text.length;
      times.push(performance.now() - begun);
    })()
      .catch((error: unknown) => (failure ??= error))
      .finally(() => open.delete(asking));
    open.add(asking);
  };
  /** What the page of a board requests after a change: the changed leads, for all columns, and the counts. */
  const page = () => {
    const changed = new Set<string>();
    const settled = whenSettled(() => {
      const ids = [...changed];
      changed.clear();
      ask(list, { filter: {}, sort: 'due', ids, limit: ids.length });
    });
    const counting = whenSettled(() => ask(counts, {}), COUNTS_PACE_MS);
    return ({ noun, id }: Change) => {
      if (noun !== 'agent-lead') return;
      changed.add(id);
      settled.heard();
      counting.heard();
    };
  };
  const sockets = await listenAll(world, BOARDS.agents, page);
  await sleep(PAUSE);
  const [cpu, begun] = [await cpuOf(world.pid), performance.now()];
  for (let change = 0; change < BOARDS.changes * BOARDS.seconds; change++) {
    void changeOne(world, world.open[change % world.open.length]!);
    await sleep(Math.max(0, begun + ((change + 1) * 1000) / BOARDS.changes - performance.now()));
  }
  const seconds = (performance.now() - begun) / 1000;
  const left = open.size;
  const used = ((await cpuOf(world.pid)) - cpu) / 1000 / seconds;
  console.log(
    `${BOARDS.agents} boards, ${BOARDS.changes} changes a second: ${used.toFixed(2)} of a processor, budget ${BOARDS_BUDGET}: ${met(used <= BOARDS_BUDGET)}; ${(times.length / seconds).toFixed(0)} answers a second of ${(bytes / times.length / 1000).toFixed(1)} kB after ${median(times).toFixed(0)} ms, ${left} unanswered`,
  );
  for (const socket of sockets) socket.close();
  await Promise.all(open);
  if (failure) throw failure as Error;
  await pool.close();
}
