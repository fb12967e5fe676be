import { useMemo } from 'react';
import { LegalVersionsDocument } from '#src/generated/graphql/graphql.ts';
import { LEGAL_TITLES, type LegalKind } from '#src/machines/legal/legal-text.ts';
import type { PortalProps } from '#src/views/routes.ts';
import { useAnswer } from '#src/views/ui/use-answer.ts';
import { LegalPage } from './legal-page.tsx';
import { allVersions, wireKind } from '#src/views/legal/published.ts';

/** A legal text with all its versions; a screen that is not a legal text does not compile. */
export default function Legal({ screen }: PortalProps<'legal'>) {
  return <AllVersions key={screen} kind={screen} />;
}

function AllVersions({ kind }: { kind: LegalKind }) {
  const { data, failed, failure, reload } = useAnswer(LegalVersionsDocument, { kind: wireKind(kind) });
  const versions = useMemo(() => data && allVersions(kind, data.legalVersions), [kind, data]);
  return <LegalPage title={LEGAL_TITLES[kind]} versions={versions} failed={failed} failure={failure} retry={reload} />;
}
