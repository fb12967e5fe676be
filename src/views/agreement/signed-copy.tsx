import { ArrowDownTrayIcon } from '@heroicons/react/24/outline';
import { useEffect, useEffectEvent } from 'react';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Spinner } from '#src/views/ui/spinner.tsx';

/** A sealed PDF is generated within seconds; the polling slows down, and eventually stops. */
const PAUSES_MS = [1000, 1500, 2000, 3000, 5000, 8000, 12_000, 20_000, 30_000];

interface SignedCopyProps {
  /** Null until it was generated. */
  url: string | null;
  onCheck: () => void;
}

/** The signer's copy: a download, or a note that it is being prepared. */
export function SignedCopy({ url, onCheck }: SignedCopyProps) {
  const check = useEffectEvent(onCheck);
  const isThere = url !== null;
  useEffect(() => {
    if (isThere) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = ([pause, ...rest]: number[]) => {
      if (pause === undefined) return;
      timer = setTimeout(() => {
        check();
        wait(rest);
      }, pause);
    };
    wait(PAUSES_MS);
    return () => clearTimeout(timer);
  }, [isThere]);
  return (
    <div role="status">
      {url ? (
        <LinkButton href={url} download size="lg" icon={<ArrowDownTrayIcon />} className="max-sm:w-full">
          Download your signed copy
        </LinkButton>
      ) : (
        <p className="flex items-center gap-2 text-gray-600">
          <Spinner /> Your signed copy is being prepared. It comes by email, too.
        </p>
      )}
    </div>
  );
}
