import type { ReactNode } from 'react';

export interface Fact {
  name: string;
  /** An empty value is shown as a dash. */
  value: ReactNode;
}

/** Names and values. Side by side if there is room. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-4 gap-y-2.5 sm:grid-cols-[minmax(7rem,auto)_1fr]">
      {facts.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-gray-500 max-sm:-mb-2">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {value === null || value === undefined || value === '' ? <span className="text-gray-500">—</span> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
