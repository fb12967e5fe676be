/** Shows the progress of a command: on a terminal in one updating line, elsewhere a line now and then. */
export function createProgress(everyMilliseconds = 10_000): { say(sentence: string): void; end(): void } {
  const { stderr } = process;
  let last = 0;
  return {
    say(sentence) {
      if (stderr.isTTY) stderr.write(`\r\u001B[K${sentence}`);
      else if (Date.now() - last >= everyMilliseconds) {
        last = Date.now();
        stderr.write(`${sentence}\n`);
      }
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\u001B[K');
    },
  };
}
