import { PrinterIcon } from '@heroicons/react/24/outline';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import type { Brokerage } from '#src/views/brokerage/use-brokerage.ts';
import { useBrokerage } from '#src/views/brokerage/use-brokerage.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { LegalLayout } from '#src/views/ui/legal-layout.tsx';
import { whyUnread } from '#src/views/ui/problem.ts';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useTitle } from '#src/views/ui/use-title.ts';
import type { LegalText } from '#src/machines/legal/legal-text.ts';
import { LegalTextView } from '#src/views/legal/legal-text-view.tsx';
import type { LegalVersion, LegalVersions } from '#src/views/legal/legal-text.ts';
import { versionOf } from '#src/views/legal/legal-text.ts';
import { VersionNote } from '#src/views/legal/version-note.tsx';

interface LegalPageProps {
  title: string;
  /** Null until the published versions are loaded. */
  versions: LegalVersions | null;
  failed: boolean;
  failure: string | undefined;
  retry: () => void;
}

type Loaded = { version: LegalVersion; text: (brokerage: Brokerage) => LegalText };

/** A legal text of the brokerage: the newest version, or the one that `?version=` names. */
export function LegalPage({ title, versions, failed: isUnknown, failure: why, retry: askAgain }: LegalPageProps) {
  useTitle(title);
  const asked = new URLSearchParams(useSearch()).get('version');
  const { shown, missing } = versions ? versionOf(versions, asked) : { shown: null, missing: null };
  const { brokerage, failed, failure, retry } = useBrokerage();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [broken, setBroken] = useState<LegalVersion | null>(null);
  useEffect(() => {
    if (!shown) return;
    let isWanted = true;
    shown.load().then(
      ({ text }) => isWanted && setLoaded({ version: shown, text }),
      () => isWanted && setBroken(shown),
    );
    return () => void (isWanted = false);
  }, [shown]);
  const isThere = brokerage !== null && shown !== null && loaded?.version === shown;
  const isBroken = shown !== null && broken === shown;
  // The target of the URL's fragment did not exist yet when the browser looked for it.
  useEffect(() => {
    if (isThere && location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [isThere]);
  return (
    <LegalSheet title={title} brokerage={brokerage}>
      {missing !== null && (
        <Callout color="amber" className="mt-4" title={`There is no version ${missing.slice(0, 20)}`}>
          This is the version in effect.
        </Callout>
      )}
      {isUnknown || failed || isBroken ? (
        <FailedState
          title="The text could not be loaded"
          onRetry={isBroken ? () => location.reload() : isUnknown ? askAgain : retry}
        >
          {why ?? failure ?? whyUnread(null)}
        </FailedState>
      ) : isThere && versions ? (
        <LegalContent versions={versions} shown={shown} text={loaded.text(brokerage)} phone={brokerage.phone} />
      ) : (
        <Loading>
          {/* As high as the window, so that the footer does not move when the text arrives. Server-rendered content
              stays. */}
          <div data-splash className="mt-6 min-h-dvh space-y-6">
            <TextBones lines={4} />
            <TextBones lines={12} />
          </div>
        </Loading>
      )}
    </LegalSheet>
  );
}

interface LegalSheetProps {
  title: string;
  brokerage: Pick<Brokerage, 'name' | 'phone' | 'logo'> | null;
  children: ReactNode;
}

export function LegalSheet({ title, brokerage, children }: LegalSheetProps) {
  return (
    <LegalLayout brokerage={brokerage}>
      <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
      {children}
    </LegalLayout>
  );
}

interface LegalContentProps {
  versions: LegalVersions;
  shown: LegalVersion;
  text: LegalText;
  phone: string;
}

export function LegalContent({ versions, shown, text, phone }: LegalContentProps) {
  return (
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
      <LegalTextView text={text} phone={phone} />
    </>
  );
}
