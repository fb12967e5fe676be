import { Link } from 'wouter';
import { hrefs } from '#src/views/hrefs.ts';

/** At the bottom of public pages. */
export function LegalLinks() {
  return (
    <nav aria-label="Legal" className="flex justify-center gap-4 text-sm text-gray-600">
      <Link href={hrefs.privacyPolicy()} className="rounded-sm hover:text-gray-900">
        Privacy policy
      </Link>
      <Link href={hrefs.termsOfService()} className="rounded-sm hover:text-gray-900">
        Terms of service
      </Link>
    </nav>
  );
}
