/**
 * On the server, which does not know what the tab remembers: if there is an entry of this name, what was rendered is
 * not shown, because the page looks different (src/web/paint-first.ts).
 */
export const UnlessKept = ({ name }: { name: string }) =>
  import.meta.env.SSR ? <span hidden data-unless-kept={name} /> : null;
