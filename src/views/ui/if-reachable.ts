/**
 * Runs `reload` if the server answers. While it is restarted, for example for a new build, reloading would leave only
 * the browser's error page.
 */
export const ifReachable = (reload: () => void): Promise<void> =>
  fetch('/manifest.json', { cache: 'no-store' }).then(
    ({ ok }) => void (ok && reload()),
    () => {},
  );
