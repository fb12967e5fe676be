import type { ReactNode } from 'react';
import type { CarrierGapsQuery } from '#src/generated/graphql/graphql.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { sentence } from '#src/machines/phrases.ts';

interface GapsCalloutProps {
  carrier: Pick<CarrierGapsQuery['carrierProfile'], 'gaps' | 'authority' | 'compliance'>;
  /** At the end of its text: where to fix it. */
  children?: ReactNode;
}

/** What keeps a carrier from the board, or from bidding, according to its compliance; nothing for a compliant one. */
export function GapsCallout({ carrier: { gaps, authority, compliance }, children }: GapsCalloutProps) {
  if (gaps.length === 0) return null;
  const isShut = compliance.some(({ isMet, blocks }) => !isMet && blocks.includes('board'));
  return (
    <Callout
      color="amber"
      title={isShut ? 'The load board is not open to you yet' : 'You can look at loads, but not bid on them yet'}
    >
      {gaps.map((gap, index) => (index === 0 ? sentence(gap) : gap)).join('; ')}.
      {authority === 'pending' && ' The broker will verify your authority and email you once it’s confirmed.'}{' '}
      {children}
    </Callout>
  );
}
