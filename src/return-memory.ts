import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const SAMPLE_MILLISECONDS = 3_000;
/** Share of CPU time; below it the process is idle. */
const CALM = 0.1;

/**
 * Startup loads all modules, and the first one also writes weeks of sample data; V8 keeps the memory of both, and returns
 * it only sometimes before there is pressure. So garbage is collected once, at the first idle moment, when nobody waits for a
 * response. The pause is some 100 ms. The inspector's collection would repeat until nothing more is found, which takes
 * five times as long and finds little.
 */
export function returnMemoryOnceCalm(): void {
  let before = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if ((user + system) / 1000 / SAMPLE_MILLISECONDS > CALM) return;
    clearInterval(timer);
    collectGarbage();
  }, SAMPLE_MILLISECONDS).unref();
}

function collectGarbage(): void {
  // Only contexts that are created while the flag is set have the function.
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  setFlagsFromString('--no-expose-gc');
  collect();
}
