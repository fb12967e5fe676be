import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

// Most addresses take mail: no page waits for it.
const MailStop = lazy(() => import('#src/views/mailing/mail-stop.tsx'));

/** Below an address: that nothing is mailed to it, where that is so. */
export const MailStopNote = ({ email }: { email: string }) => (
  <LazyBoundary>
    <MailStop email={email} />
  </LazyBoundary>
);
