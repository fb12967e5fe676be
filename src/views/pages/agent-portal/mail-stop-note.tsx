import { lazy, Suspense } from 'react';

// Most addresses take mail: no page waits for it.
const MailStop = lazy(() => import('#src/views/mailing/mail-stop.tsx'));

/** Below an address: that nothing is mailed to it, where that is so. */
export const MailStopNote = ({ email }: { email: string }) => (
  <Suspense>
    <MailStop email={email} />
  </Suspense>
);
