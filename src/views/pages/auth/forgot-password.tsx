import { useLocation } from 'wouter';
import { hrefs } from '#src/views/hrefs.ts';
import { HeroLayout } from '#src/views/ui/hero-layout.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { BackToSignIn } from './back-to-sign-in.tsx';
import type { DoorProps } from './doors.tsx';
import { EmailForm } from './email-form.tsx';

export default function ForgotPassword({ platform }: DoorProps) {
  useTitle('Forgot your password?');
  const [, navigate] = useLocation();
  return (
    <HeroLayout title="Forgot your password?" below={<BackToSignIn platform={platform} />}>
      <p className="-mt-3 mb-6 text-gray-600">We’ll email you a link to choose a new one.</p>
      <EmailForm
        kind="reset"
        platform={platform}
        action="Send the link"
        onSent={() => navigate(hrefs.door(platform, 'reset-sent'))}
      />
    </HeroLayout>
  );
}
