import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

/**
 * While a page asks whether its link still works. Where that cannot be asked, the page is shown as if it did: sending
 * its form tells.
 */
export const LinkLoading = ({ title }: { title: string }) => (
  <HeroLayout title={title}>
    <Loading>
      <TextBones lines={4} />
    </Loading>
  </HeroLayout>
);
