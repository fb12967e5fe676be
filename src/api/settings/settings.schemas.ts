import { Type } from 'typebox';
import { Count, Instant, Named, Nullable, OneOf, Strict, Uuid, Version } from '#src/api/http/schemas.ts';
import { SECTION_NAMES, SECTIONS } from './settings.sections.ts';

/** The brokerage's logo, for everyone. */
export const LogoBody = Named('Logo', {
  url: Type.String({ maxLength: 100, description: 'Below the origin. What is there never changes.' }),
  width: Type.Integer({ minimum: 1, maximum: 600, description: 'Pixels' }),
  height: Type.Integer({ minimum: 1, maximum: 200, description: 'Pixels' }),
});

const Versioned = { version: Count };
const { key: _, ...assistant } = SECTIONS.assistant;

export const SettingsBody = Named('Settings', {
  brokerage: Type.Object({ ...Versioned, ...SECTIONS.brokerage }),
  mail: Type.Object({ ...Versioned, ...SECTIONS.mail }),
  marketplace: Type.Object({ ...Versioned, ...SECTIONS.marketplace }),
  subscription: Type.Object({ ...Versioned, ...SECTIONS.subscription }),
  carriers: Type.Object({ ...Versioned, ...SECTIONS.carriers }),
  leads: Type.Object({ ...Versioned, ...SECTIONS.leads }),
  sign_in: Type.Object({ ...Versioned, ...SECTIONS.sign_in }),
  assistant: Type.Object({ ...Versioned, ...assistant, has_key: Type.Boolean() }),
});

/** What may be written of each section: the version that was seen, and the changed fields. */
export const CHANGES = {
  brokerage: Strict({ version: Version, ...Type.Partial(Type.Object(SECTIONS.brokerage)).properties }),
  mail: Strict({ version: Version, ...Type.Partial(Type.Object(SECTIONS.mail)).properties }),
  marketplace: Strict({ version: Version, ...Type.Partial(Type.Object(SECTIONS.marketplace)).properties }),
  subscription: Strict({ version: Version, ...Type.Partial(Type.Object(SECTIONS.subscription)).properties }),
  carriers: Strict({ version: Version, ...Type.Partial(Type.Object(SECTIONS.carriers)).properties }),
  leads: Strict({ version: Version, ...Type.Partial(Type.Object(SECTIONS.leads)).properties }),
  sign_in: Strict({ version: Version, ...Type.Partial(Type.Object(SECTIONS.sign_in)).properties }),
  assistant: Strict({ version: Version, ...Type.Partial(Type.Object(SECTIONS.assistant)).properties }),
};

const Text = Nullable(Type.String({ maxLength: 20_000 }));

/** The change of one field. */
export const SettingsChange = Named('SettingsChange', {
  field: Type.String({ maxLength: 60 }),
  before: Text,
  after: Text,
});

export const HistoryQuery = Strict({ section: OneOf(SECTION_NAMES) });
export const SettingsHistory = Type.Array(
  Named('SettingsVersion', {
    version: Count,
    at: Instant,
    actor_name: Nullable(Type.String({ maxLength: 200 })),
    changes: Type.Array(SettingsChange, { maxItems: 30 }),
  }),
  { maxItems: 50 },
);

/** Whether the service responded, in a sentence for a person. */
export const TestResult = Named('TestResult', { is_right: Type.Boolean(), says: Type.String({ maxLength: 1000 }) });

export const IntakeKeys = Type.Array(
  Named('IntakeKey', {
    id: Uuid,
    name: Type.String({ maxLength: 200 }),
    created_at: Instant,
    last_used_at: Nullable(Instant),
    revoked_at: Nullable(Instant),
    made_by: Nullable(Type.String({ maxLength: 200 })),
    revoked_by: Nullable(Type.String({ maxLength: 200 })),
  }),
  { maxItems: 10_000 },
);
export const NewIntakeKey = Named('NewIntakeKey', { id: Uuid, key: Type.String({ maxLength: 100 }) });
export const ArchiveReasons = Type.Array(Type.String({ maxLength: 80 }), { maxItems: 20 });
