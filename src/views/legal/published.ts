import {
  type LegalKind as WireKind,
  LegalSourceDocument,
  type LegalVersionsQuery,
} from '#src/generated/graphql/graphql.ts';
import { filled, LEGAL_TITLES, type LegalKind, parseLegal } from '#src/machines/legal/legal-text.ts';
import { ask } from '#src/views/ui/ask.ts';
import { BUILT_IN } from './built-in.ts';
import type { LegalVersion, LegalVersions } from './legal-text.ts';

/** As GraphQL spells it. */
export const wireKind = (kind: LegalKind): WireKind => kind.replaceAll('-', '_') as WireKind;

/** All versions: what the brokerage has published, then what comes with the product. */
export function allVersions(kind: LegalKind, published: LegalVersionsQuery['legalVersions']): LegalVersions {
  const own = published.map(({ version, since, actorName }): LegalVersion => ({
    version,
    since,
    author: actorName,
    async load() {
      const { legalSource } = await ask(LegalSourceDocument, { kind: wireKind(kind), version });
      const { text } = parseLegal(LEGAL_TITLES[kind], legalSource.source);
      return { text: (brokerage) => filled(text, brokerage) };
    },
  }));
  const [newest, ...earlier] = own;
  return newest ? [newest, ...earlier, ...BUILT_IN[kind]] : BUILT_IN[kind];
}
