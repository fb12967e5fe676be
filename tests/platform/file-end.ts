const tasks: (() => Promise<unknown>)[] = [];

/**
 * Runs a task at the end of the test file, in reverse order; unlike `afterAll`, it may be called anywhere, even inside
 * a hook or a test.
 */
export function atFileEnd(task: () => Promise<unknown>): void {
  tasks.push(task);
}

/** Only for the setup of test files. */
export async function endFile(): Promise<void> {
  for (let task = tasks.pop(); task; task = tasks.pop()) await task();
}
