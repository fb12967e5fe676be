import { ArrowDownTrayIcon } from '@heroicons/react/24/outline';
import { LinkButton } from '#src/views/ui/button.tsx';

/** The signer's copy, a sealed PDF. */
export function SignedCopy({ url }: { url: string | null }) {
  return (
    url && (
      <LinkButton href={url} download size="lg" icon={<ArrowDownTrayIcon />} className="max-sm:w-full">
        Download your signed copy
      </LinkButton>
    )
  );
}
