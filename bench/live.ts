import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'undici';
import { median, met } from './table.ts';
import { documents } from './works.ts';
import type { World } from './world.ts';

const SOCKETS = 500;
const ROUNDS = 10;
/** Milliseconds until the last one has heard; of the processor of the node, for all of them. */
const BUDGET = { last: 1000, cpu: 200 };
/** Longer than a burst is gathered for, so that each change is told at once. */
const PAUSE = 1500;

/** 500 sockets of agents hear of one change, several times over. */
export async function hear(world: World): Promise<void> {
  const heard: number[] = [];
  let count = 0;
  let all: () => void = () => {};
  const listen = async (): Promise<WebSocket> => {
    const socket = new WebSocket(`${world.product.replace('http', 'ws')}/graphql`, {
      protocols: ['graphql-transport-ws'],
      headers: { cookie: world.agent },
    });
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('error', () => reject(new Error('A socket could not be opened.')));
      socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
      socket.addEventListener('message', ({ data }) => {
        const { type } = JSON.parse(String(data)) as { type: string };
        if (type === 'connection_ack') {
          const query = 'subscription { changes { sequence noun id } }';
          socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
          resolve();
        }
        if (type === 'ping') socket.send(JSON.stringify({ type: 'pong' }));
        if (type === 'error') reject(new Error(String(data)));
        if (type === 'next' && ++count === SOCKETS) all();
      });
    });
    return socket;
  };
  const sockets: WebSocket[] = [];
  // Some at once, as after a restart.
  for (let opened = 0; opened < SOCKETS; opened += 50)
    sockets.push(...(await Promise.all(Array.from({ length: 50 }, listen))));
  const change = async () => {
    const lead = world.open[0]!;
    const answer = await fetch(`${world.product}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: world.agent },
      body: JSON.stringify({ query: documents.followUp, variables: lead }),
    });
    const { data } = (await answer.json()) as { data: { followUp: { version: number } } };
    lead.version = data.followUp.version;
  };
  const cpus: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    await sleep(PAUSE);
    count = 0;
    const everybody = new Promise<void>((resolve) => (all = resolve));
    const [cpu, begun] = [await cpuOf(world.pid), performance.now()];
    await change();
    await everybody;
    // The first one also waits until all are subscribed.
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

/** Milliseconds of the processor that a process has used; Linux counts hundredths of a second. */
async function cpuOf(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}
