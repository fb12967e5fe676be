import { useState } from 'react';
import type { Platform } from '#src/machines/session/session.user.ts';
import { keepLastPlatform } from '#src/views/session/last-platform.ts';
import { useSession, useSessionState } from '#src/views/session/session-context.ts';

interface Offer {
  password: string;
  mailbox: string;
  accounts: { email: string; name: string; platform: Platform; shows: string }[];
}

/** Embedded in the page by a server running as a demonstration; never in production. */
function readOffer(): Offer {
  return JSON.parse(document.getElementById('demo-offer')!.textContent) as Offer;
}

/** The accounts of a demonstration, each one press away, and the mailbox that receives its emails. */
export default function DemoAccounts({ platform }: { platform: Platform }) {
  const [{ accounts, password, mailbox }] = useState(readOffer);
  // The accounts of the portal in the URL come first.
  const offered = accounts.toSorted((a, b) => Number(b.platform === platform) - Number(a.platform === platform));
  const session = useSession();
  const busy = useSessionState((snapshot) => snapshot.hasTag('busy'));
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
      <ul className="mt-3 divide-y divide-gray-200">
        {offered.map(({ email, name, platform: home, shows }) => (
          <li key={email}>
            <button
              type="button"
              disabled={busy}
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
