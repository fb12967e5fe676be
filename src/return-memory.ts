import { Session } from 'node:inspector/promises';

const SAMPLE_MILLISECONDS = 3_000;
/** Of a processor: who uses less is calm. */
const CALM = 0.1;

/**
 * A start loads all modules, and a first one writes weeks of a brokerage's work; V8 keeps the room that both took and gives
 * it back only under pressure. Once, at the first calm moment, garbage is collected, when nobody waits for an answer. The
 * pause is some 100 ms.
 */
export function returnMemoryOnceCalm(): void {
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if ((user + system) / 1000 / SAMPLE_MILLISECONDS > CALM) return;
    clearInterval(timer);
    const session = new Session();
    session.connect();
    void session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect());
  }, SAMPLE_MILLISECONDS).unref();
}
