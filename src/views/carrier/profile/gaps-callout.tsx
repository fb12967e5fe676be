import type { ReactNode } from 'react';
import type { CarrierGapsQuery } from '#src/generated/graphql/graphql.ts';
import { Callout } from '#src/views/ui/callout.tsx';

interface GapsCalloutProps {
  carrier: Pick<CarrierGapsQuery['carrierProfile'], 'gaps' | 'authority'>;
  /** Where it is mended. */
  action?: ReactNode;
}

const sentence = (phrase: string) => `${phrase.slice(0, 1).toUpperCase()}${phrase.slice(1)}.`;

/** What keeps a carrier from bidding, as compliance says it; nothing for a compliant one. */
export function GapsCallout({ carrier: { gaps, authority }, action }: GapsCalloutProps) {
  if (gaps.length === 0) return null;
  return (
    <Callout color="amber" title="You can look at loads, but not bid on them yet" action={action}>
      <ul>
        {gaps.map((gap) => (
          <li key={gap}>{sentence(gap)}</li>
        ))}
      </ul>
      {authority === 'pending' && <p className="mt-1">The broker looks up your authority and mails you once it is confirmed.</p>}
    </Callout>
  );
}
