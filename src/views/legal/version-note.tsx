import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import type { LegalVersion } from './legal-text.ts';

interface VersionNoteProps {
  versions: readonly [LegalVersion, ...LegalVersion[]];
  shown: LegalVersion;
  aside: ReactNode;
}

/** The version shown, its effective date, and a link to the others. */
export function VersionNote({ versions, shown, aside }: VersionNoteProps) {
  const [path] = useLocation();
  const [newest] = versions;
  const others = versions.filter((version) => version !== shown);
  const named = ({ version, since }: LegalVersion) => `Version ${version}, in effect since ${showDate(since, '')}`;
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-2 text-gray-600">
        <p>{named(shown)}</p>
        {aside}
      </div>
      {shown !== newest && (
        <Callout color="amber" className="mt-4" title="This is an earlier version">
          <Link href={path} className="link">
            Read the version in effect
          </Link>
        </Callout>
      )}
      {others.length > 0 && (
        <details className="mt-2">
          <summary className="link w-fit">Other versions</summary>
          <ul>
            {others.map((version) => (
              <li key={version.version}>
                <Link href={version === newest ? path : `${path}?version=${version.version}`} className="link">
                  {named(version)}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
