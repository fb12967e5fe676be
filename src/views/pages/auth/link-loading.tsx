import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';

/**
 * Shown while checking whether the link is still valid. If that fails, the page is shown as if it were: submitting its
 * form will tell.
 */
export const LinkLoading = ({ title }: { title: string }) => (
  <HeroLayout title={title}>
    <Loading>
      <TextBones lines={4} />
    </Loading>
  </HeroLayout>
);
