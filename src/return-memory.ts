import { Session } from 'node:inspector/promises';

const SAMPLE_MILLISECONDS = 3_000;
/** Share of CPU time; below it the process is idle. */
const CALM = 0.1;

/**
 * Startup loads all modules, and the first one also writes weeks of sample data; V8 keeps the memory of both and
 * returns it only under pressure. So garbage is collected once, at the first idle moment, when nobody waits for a
 * response. The pause is some 100 ms.
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
