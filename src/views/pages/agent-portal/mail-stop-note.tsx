import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

// Most addresses accept mail, so no page waits for this.
const MailStop = lazy(() => import('#src/views/mailing/mail-stop.tsx'));

/** A note below an email address that accepts no mail. */
export const MailStopNote = ({ email }: { email: string }) => (
  <LazyBoundary>
    <MailStop email={email} />
  </LazyBoundary>
);
