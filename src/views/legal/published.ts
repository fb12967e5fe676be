import {
  type LegalKind as WireKind,
  LegalSourceDocument,
  type LegalVersionsQuery,
} from '#src/generated/graphql/graphql.ts';
import { filled, LEGAL_TITLES, type LegalKind, parseLegal } from '#src/machines/legal/legal-text.ts';
import { ask } from '#src/views/ui/ask.ts';
import { BUILT_IN } from './built-in.ts';
import type { LegalVersion, LegalVersions } from './legal-text.ts';

/** In GraphQL's spelling. */
export const wireKind = (kind: LegalKind): WireKind => kind.replaceAll('-', '_') as WireKind;

/**
 * All versions that were in effect: those published by the brokerage, and before them those that came with the product.
 */
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
  if (!newest) return BUILT_IN[kind];
  // Versions that came with the product after the brokerage's first own one were never in effect here.
  const first = own.at(-1)!.version;
  return [newest, ...earlier, ...BUILT_IN[kind].filter(({ version }) => version < first)];
}
