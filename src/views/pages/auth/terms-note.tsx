import { hrefs } from '#src/views/hrefs.ts';

/** Opens in a new tab, so that nothing typed is lost. */
export function TermsNote({ action }: { action: string }) {
  return (
    <p className="text-gray-600">
      By choosing “{action}” you agree to the{' '}
      <a href={hrefs.termsOfService()} target="_blank" rel="noreferrer" className="link">
        terms of service
      </a>{' '}
      and the{' '}
      <a href={hrefs.privacyPolicy()} target="_blank" rel="noreferrer" className="link">
        privacy policy
      </a>
      .
    </p>
  );
}
