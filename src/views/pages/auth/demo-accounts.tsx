import { useEffect, useState } from 'react';
import type { Platform } from '#src/machines/session/session.user.ts';
import { keepLastPlatform } from '#src/views/session/last-platform.ts';
import { useSession, useSessionState } from '#src/views/session/session-context.ts';
import { cx } from '#src/views/ui/class-names.ts';
import { Spinner } from '#src/views/ui/spinner.tsx';

interface Offer {
  password: string;
  mailbox: string;
  accounts: { email: string; name: string; platform: Platform; shows: string }[];
}

/** Embedded in the page by a server running as a demonstration; never in production. */
function readOffer(): Offer {
  return JSON.parse(document.getElementById('demo-offer')!.textContent) as Offer;
}

/** How often a demo that is being created is asked about, in milliseconds. */
const ASK_EVERY = 1000;

async function isFilling(): Promise<boolean> {
  const response = await fetch('/dev/demo.json').catch(() => null);
  return response?.ok === true && ((await response.json()) as { is_filling: boolean }).is_filling;
}

/** Whether the demo is still being created; null until that is known. */
function useFilling(): boolean | null {
  const [filling, setFilling] = useState<boolean | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = async () => {
      const now = await isFilling();
      if (isGone) return;
      setFilling(now);
      if (now) timer = setTimeout(() => void look(), ASK_EVERY);
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, []);
  return filling;
}

/** The accounts of a demonstration, each one press away, and the mailbox that receives its emails. */
export default function DemoAccounts({ platform }: { platform: Platform }) {
  const [{ accounts, password, mailbox }] = useState(readOffer);
  // The accounts of the portal in the URL come first.
  const offered = accounts.toSorted((a, b) => Number(b.platform === platform) - Number(a.platform === platform));
  const session = useSession();
  const busy = useSessionState((snapshot) => snapshot.hasTag('busy'));
  const filling = useFilling();
  return (
    <section aria-labelledby="demo" className="mt-8 rounded-lg border border-gray-200 bg-white p-5 text-left">
      <h2 id="demo" className="font-semibold">
        Explore the demo
      </h2>
      <p className="mt-1 text-gray-600">
        Sample data, no real emails or payments. Read what it sends in the{' '}
        <a href={mailbox} target="_blank" rel="noreferrer" className="link">
          demo mailbox
        </a>
        .
      </p>
      <p role="status" className="flex items-center gap-2 text-gray-900 not-empty:py-1.5">
        {filling && (
          <>
            <Spinner /> Creating the sample data. This takes up to half a minute.
          </>
        )}
      </p>
      <ul className={cx('mt-3 divide-y divide-gray-200', filling && 'opacity-60')}>
        {offered.map(({ email, name, platform: home, shows }) => (
          <li key={email}>
            <button
              type="button"
              disabled={busy || filling !== false}
              className="flex w-full items-center justify-between gap-3 rounded-md px-2 py-2.5 text-left hover:bg-gray-100"
              onClick={() => {
                keepLastPlatform(home);
                session.send({ type: 'credentials.entered', platform: home, email, password });
              }}
            >
              <span>
                <span className="block font-medium text-gray-900">{name}</span>
                <span className="block text-gray-600">{shows}</span>
              </span>
              <span className="link">Open</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
