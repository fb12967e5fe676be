const tasks: (() => Promise<unknown>)[] = [];

/**
 * Has something done when the test file is done, the last one first; unlike `afterAll` it may be called anywhere, also
 * inside a hook or a test.
 */
export function atFileEnd(task: () => Promise<unknown>): void {
  tasks.push(task);
}

/** For the setup of test files alone. */
export async function endFile(): Promise<void> {
  for (let task = tasks.pop(); task; task = tasks.pop()) await task();
}
