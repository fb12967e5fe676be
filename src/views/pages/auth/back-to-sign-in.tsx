import { Link } from 'wouter';
import type { Platform } from '#src/machines/session/session.user.ts';
import { hrefs } from '#src/views/hrefs.ts';

export function BackToSignIn({ platform }: { platform: Platform }) {
  return (
    <Link href={hrefs.login(platform)} className="link">
      Back to sign-in
    </Link>
  );
}
