import { Spinner } from './spinner.tsx';

/** Shown while it is unknown what to show. Appears with a delay, so that it does not flicker during short waits. */
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
