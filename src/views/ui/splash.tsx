import { Spinner } from './spinner.tsx';

/** While nobody knows yet what to show. Appears late: most waits are over before it would flicker. */
export function Splash({ label }: { label: string }) {
  return (
    <div role="status" data-splash className="grid min-h-dvh place-items-center text-gray-500">
      <span className="flex items-center gap-2 transition delay-300 duration-200 starting:opacity-0">
        <Spinner />
        {label}
      </span>
    </div>
  );
}
