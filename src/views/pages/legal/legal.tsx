import type { ScreenOf } from '#src/machines/session/routes.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { NotOpenYet } from '#src/views/ui/not-open-yet.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';

const titles: Record<ScreenOf<'legal'>, string> = { 'privacy-policy': 'Privacy policy', 'terms-of-service': 'Terms of service' };

export default function Legal({ screen }: PortalProps<'legal'>) {
  useTitle(titles[screen]);
  return (
    <LegalLayout>
      <h1 className="mb-4 text-lg font-semibold tracking-tight sm:text-xl">{titles[screen]}</h1>
      <NotOpenYet>Its text is being written. Until it stands here, ask the brokerage for it.</NotOpenYet>
    </LegalLayout>
  );
}
