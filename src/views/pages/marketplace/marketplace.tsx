import type { ScreenOf } from '#src/machines/session/routes.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { MarketplaceLayout } from '#src/views/ui/marketplace-layout.tsx';
import { NotOpenYet } from '#src/views/ui/not-open-yet.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

const titles: Record<ScreenOf<'marketplace'>, string> = { marketplace: 'Lead marketplace', details: 'Lead details' };

export default function Marketplace({ screen }: PortalProps<'marketplace'>) {
  useTitle(titles[screen]);
  return (
    <MarketplaceLayout>
      <h1 className="mb-4 text-lg font-semibold tracking-tight">{titles[screen]}</h1>
      <NotOpenYet>Nothing is for sale on the marketplace so far.</NotOpenYet>
    </MarketplaceLayout>
  );
}
