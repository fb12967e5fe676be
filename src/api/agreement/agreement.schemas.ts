import { Type } from 'typebox';
import type { Static } from 'typebox';
import { AGREEMENT_STATES } from '#src/machines/agreement/agreement.lifecycle.ts';
import { Cents, Named, Instant, Name, Nullable, OneOf, Strict, Uuid, Zone } from '#src/api/http/schemas.ts';
import { LogoBody } from '#src/api/settings/settings.schemas.ts';

export const AGREEMENT_KINDS = ['broker-carrier', 'broker-shipper', 'specific-job'] as const;
const ShortText = Type.String({ maxLength: 2000 });

export const AgreementSummary = Named('Agreement', {
  id: Uuid,
  kind: OneOf(AGREEMENT_KINDS),
  state: OneOf(AGREEMENT_STATES),
  sent_at: Nullable(Instant),
  opened_at: Nullable(Instant),
  expires_at: Instant,
  signer_name: Nullable(ShortText),
  signed_at: Nullable(Instant),
  decline_reason: Nullable(ShortText),
  declined_at: Nullable(Instant),
  url: Nullable(Type.String({ maxLength: 500 })),
});

export const LinkSummary = Named('Link', {
  id: Uuid,
  purpose: Type.String({ maxLength: 40 }),
  created_at: Instant,
  expires_at: Instant,
  revoked_at: Nullable(Instant),
  opened_at: { ...Nullable(Instant), description: 'Of the page of a client’s move: when it was opened first.' },
});

export const NewLink = Named('NewLink', { url: Type.String({ maxLength: 500 }), expires_at: Instant });

/** Maximum length of a drawn signature's data URL. */
export const LONGEST_IMAGE = 300_000;

/** A drawn signature is a PNG of at most about 200 kB; a typed one is the name. */
export const SignatureBody = Strict({
  kind: OneOf(['drawn', 'typed'] as const),
  name: Name(120),
  image: Type.Optional(
    Nullable(Type.String({ pattern: '^data:image/png;base64,[A-Za-z0-9+/=]+$', maxLength: LONGEST_IMAGE })),
  ),
  has_consent: Type.Boolean(),
  document_hash: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }),
  zone: Zone,
});
export type SignatureBody = Static<typeof SignatureBody>;

export const BrokerageBody = Named('Brokerage', {
  name: ShortText,
  address: ShortText,
  usdot: ShortText,
  mc: ShortText,
  phone: ShortText,
  email: ShortText,
  zone: ShortText,
  logo: Nullable(LogoBody),
});

export const SigningDocument = Named('SigningDocument', {
  kind: OneOf(AGREEMENT_KINDS),
  state: OneOf(AGREEMENT_STATES),
  reference: Type.String({ maxLength: 20 }),
  brokerage: BrokerageBody,
  html: Type.String({ maxLength: 500_000 }),
  document_hash: Type.String({ maxLength: 64 }),
  statement: ShortText,
  consent_text: ShortText,
  signer_name: Nullable(ShortText),
  signed_at: Nullable(Instant),
  declined_at: Nullable(Instant),
  decline_reason: Nullable(ShortText),
  expires_at: Instant,
  is_open: Type.Boolean(),
  closed_because: Nullable(ShortText),
  url: Nullable(Type.String({ maxLength: 500 })),
  deposit: Nullable(Cents),
});
