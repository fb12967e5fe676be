import { XMarkIcon } from '@heroicons/react/24/outline';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

/** Actions for the selection. It floats, so that it is always reachable. */
export function BulkBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  if (count === 0) return null;
  return (
    <div
      role="region"
      aria-label="Selection"
      className="fixed inset-x-4 bottom-4 z-20 mx-auto flex w-fit flex-wrap items-center gap-2 rounded-lg bg-white py-2 pr-2 pl-4 shadow-float transition duration-150 starting:translate-y-2 starting:opacity-0"
    >
      <span role="status" className="mr-2 font-medium whitespace-nowrap tabular-nums">
        {count} selected
      </span>
      {children}
      <Button variant="ghost" icon={<XMarkIcon className="sm:hidden" aria-hidden />} onClick={onClear}>
        <span className="max-sm:sr-only">Clear</span>
      </Button>
    </div>
  );
}
