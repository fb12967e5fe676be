import { PrinterIcon } from '@heroicons/react/16/solid';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import '#src/views/agreement/agreement-text.css';
import type { Brokerage } from '#src/views/brokerage/use-brokerage.ts';
import { useBrokerage } from '#src/views/brokerage/use-brokerage.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import { LegalBlocks } from './legal-blocks.tsx';
import type { LegalText, LegalVersion } from './legal-text.ts';
import { versionOf } from './legal-text.ts';
import { VersionNote } from './version-note.tsx';

interface LegalPageProps {
  title: string;
  versions: readonly [LegalVersion, ...LegalVersion[]];
}

type Loaded = { version: LegalVersion; text: (brokerage: Brokerage) => LegalText };

/** A legal text of the brokerage: the newest version, or the one that `?version=` names. */
export function LegalPage({ title, versions }: LegalPageProps) {
  useTitle(title);
  const { shown, missing } = versionOf(versions, new URLSearchParams(useSearch()).get('version'));
  const { brokerage, failed, retry } = useBrokerage();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [broken, setBroken] = useState<LegalVersion | null>(null);
  useEffect(() => {
    let isWanted = true;
    shown.load().then(
      ({ text }) => isWanted && setLoaded({ version: shown, text }),
      () => isWanted && setBroken(shown),
    );
    return () => void (isWanted = false);
  }, [shown]);
  const isThere = brokerage !== null && loaded?.version === shown;
  // What an address points at was not there yet when the browser looked for it.
  useEffect(() => {
    if (isThere && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isThere]);
  return (
    <LegalLayout brokerage={brokerage}>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      {missing !== null && (
        <Callout color="amber" className="mt-4" title={`There is no version ${missing.slice(0, 20)}`}>
          This is the version in effect.
        </Callout>
      )}
      {failed || broken === shown ? (
        <FailedState title="The text could not be loaded" onRetry={broken === shown ? () => location.reload() : retry}>
          Check your connection, then try again.
        </FailedState>
      ) : isThere ? (
        <>
          <VersionNote
            versions={versions}
            shown={shown}
            aside={
              <Button size="sm" icon={<PrinterIcon className="size-4" aria-hidden />} onClick={() => print()}>
                Print
              </Button>
            }
          />
          <Text text={loaded.text(brokerage)} brokerage={brokerage} />
        </>
      ) : (
        <Loading>
          <div className="mt-6 space-y-6">
            <TextBones lines={4} />
            <TextBones lines={12} />
          </div>
        </Loading>
      )}
    </LegalLayout>
  );
}

function Text({ text, brokerage }: { text: LegalText; brokerage: Brokerage }) {
  return (
    <div className="agreement mt-6">
      <LegalBlocks blocks={text.intro} brokerage={brokerage} />
      <nav aria-labelledby="contents" className="my-6 rounded-lg border border-gray-200 bg-white p-4">
        <p id="contents" className="font-semibold">
          Contents
        </p>
        <ol className="grid sm:grid-cols-2">
          {text.sections.map(({ id, title }) => (
            <li key={id}>
              <a className="link block py-0.5" href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {text.sections.map(({ id, title, blocks }) => (
        <section key={id} aria-labelledby={id} className="mt-6">
          <h2 id={id} tabIndex={-1} className="mb-4 scroll-m-3 outline-none">
            {title}
          </h2>
          <LegalBlocks blocks={blocks} brokerage={brokerage} />
        </section>
      ))}
    </div>
  );
}
