/** The number of a client's messages that no agent has read. Renders nothing if there are none. */
export function Unread({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex h-5 shrink-0 items-center rounded-full bg-primary-600 px-1.5 text-xs font-medium text-white tabular-nums">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> unread</span>
    </span>
  );
}
