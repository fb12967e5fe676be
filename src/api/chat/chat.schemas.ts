import { ACCESS_BOUNDS } from '#src/machines/chat/chat-access.ts';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { CHAT_OWNERS, CHAT_STAGES } from '#src/machines/chat/chat.lifecycle.ts';
import { CHAT_DETAILS } from '#src/machines/chat/chat-details.ts';
import type { ChatDetail } from '#src/machines/chat/chat-details.ts';
import { LARGEST_FILES, MOST_CHAT_PHOTOS } from '#src/machines/file/accepted-files.ts';
import { moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import type { Form } from '#src/api/http/multipart.ts';
import {
  Named,
  CalendarDate,
  Count,
  Cursor,
  Email,
  Instant,
  LimitText,
  Name,
  Nullable,
  OneOf,
  Phone,
  STORABLE,
  Strict,
  Text,
  UsState,
  Uuid,
  Version,
  Zip,
  Zone,
} from '#src/api/http/schemas.ts';
import { LogoBody } from '#src/api/settings/settings.schemas.ts';

/** How many messages of a conversation are shown; earlier ones are loaded page by page. */
export const PAGE = 100;

/** The token of a chat's link, in the form of a UUID. */
export const ChatToken = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  minLength: 36,
  maxLength: 36,
});
export const LinkParams = Strict({ uuid: ChatToken });
export const ChatParams = Strict({ uuid: Uuid });
export const AfterQuery = Strict({
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,10}$',
      maxLength: 10,
      description: 'Only messages that came with a later version.',
    }),
  ),
});
export const EarlierQuery = Strict({
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,10}$', maxLength: 10, description: 'A sequence.' })),
});

const packings = ['none', 'partial', 'full'] as const;
/** A place as a client corrects it: a ZIP code, or a city with its state. */
const PlaceInput = Strict({ city: Type.Optional(Text(100)), state: Type.Optional(UsState), zip: Type.Optional(Zip) });
/** How a home is reached; the same limits as for a lead's stop. */
const Access = {
  address: Nullable(Text(200)),
  floor: Nullable(Type.Integer(ACCESS_BOUNDS.floor)),
  stairs: Nullable(Type.Integer({ ...ACCESS_BOUNDS.stairs, description: 'steps' })),
  has_elevator: Nullable(Type.Boolean()),
  long_carry_ft: Nullable(
    Type.Integer({ ...ACCESS_BOUNDS.long_carry_ft, description: 'ft; 0: a truck parks at the door' }),
  ),
  needs_shuttle: Nullable(Type.Boolean()),
  note: Nullable(Text(500)),
};
export const AccessInput = Type.Partial(Type.Object(Access), { additionalProperties: false });
const Item = { room: Text(60), item: Text(100), quantity: Type.Integer({ minimum: 1, maximum: 999 }) };
const Measured = {
  volume_cuft: Type.Number({ minimum: 0, maximum: 10_000, description: 'ft³ of one' }),
  weight_lb: Type.Integer({ minimum: 0, maximum: 100_000, description: 'lb of one' }),
};

/** Corrections; null removes a detail. Omitted details stay. */
export const DetailsInput = Strict({
  version: Type.Optional(Version),
  seen: Type.Optional(
    Type.Array(
      Strict({
        detail: OneOf(Object.keys(CHAT_DETAILS) as ChatDetail[]),
        version: Nullable(Type.String({ minLength: 1, maxLength: 100 })),
      }),
      {
        maxItems: 20,
        description: 'Details as the writer saw them, by their versions; null where nothing was known.',
      },
    ),
  ),
  origin: Type.Optional(Nullable(PlaceInput)),
  destination: Type.Optional(Nullable(PlaceInput)),
  origin_access: Type.Optional(Nullable(AccessInput)),
  destination_access: Type.Optional(Nullable(AccessInput)),
  move_date: Type.Optional(Nullable(Strict({ earliest: CalendarDate, latest: CalendarDate }))),
  size: Type.Optional(Nullable(OneOf(moveSizes))),
  inventory: Type.Optional(
    Nullable(
      Type.Array(
        Strict({
          ...Item,
          volume_cuft: Type.Optional(Measured.volume_cuft),
          weight_lb: Type.Optional(Measured.weight_lb),
        }),
        { maxItems: 200 },
      ),
    ),
  ),
  packing: Type.Optional(Nullable(OneOf(packings))),
  storage_days: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 3650 }))),
  special_items: Type.Optional(Nullable(Text(500))),
  name: Type.Optional(Nullable(Name(120))),
  email: Type.Optional(Nullable(Email)),
  phone: Type.Optional(Nullable(Phone)),
});
export type DetailsInput = Static<typeof DetailsInput>;

const detailNames = Object.keys(CHAT_DETAILS) as ChatDetail[];
const DetailName = OneOf(detailNames);
const authors = ['client', 'assistant', 'agent'] as const;
const ChatPlace = Type.Object({ city: Type.String({ maxLength: 100 }), state: UsState, zip: Nullable(Zip) });
const ChatAccess = Named('ChatAccess', Access);
const Details = Named('ChatDetails', {
  origin: Nullable(ChatPlace),
  destination: Nullable(ChatPlace),
  origin_access: Nullable(ChatAccess),
  destination_access: Nullable(ChatAccess),
  move_date: Nullable(Type.Object({ earliest: CalendarDate, latest: CalendarDate })),
  size: Nullable(OneOf(moveSizes)),
  inventory: Nullable(Type.Array(Type.Object({ ...Item, ...Measured }), { maxItems: 200 })),
  packing: Nullable(OneOf(packings)),
  storage_days: Nullable(Type.Integer()),
  special_items: Nullable(Type.String({ maxLength: 500 })),
  name: Nullable(Type.String({ maxLength: 120 })),
  email: Nullable(Type.String({ maxLength: 254 })),
  phone: Nullable(Type.String({ maxLength: 16 })),
});

export const Photo = Named('ChatPhoto', {
  id: Uuid,
  name: Type.String({ maxLength: 200 }),
  url: Type.String({ maxLength: 300 }),
  preview_url: Type.String({ maxLength: 300 }),
});
export const Message = Named('ChatMessage', {
  id: Uuid,
  sequence: Count,
  author: OneOf(authors),
  author_name: Type.String({ maxLength: 200 }),
  text: Type.String({ maxLength: 5000 }),
  fills: Type.Array(DetailName, { maxItems: 20 }),
  photos: Type.Array(Photo, { maxItems: MOST_CHAT_PHOTOS }),
  at: Instant,
});

const Action = Type.Object({
  event: Type.String({ maxLength: 60 }),
  may: Type.Boolean(),
  unmet: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10 }),
});

const common = {
  version: Version,
  stage: OneOf(CHAT_STAGES),
  owner: OneOf(CHAT_OWNERS),
  /** The agent who answers now, if any. */
  agent_name: Nullable(Type.String({ maxLength: 200 })),
  details: Details,
  missing: Type.Array(DetailName, { maxItems: 20 }),
  /** The source of each known detail. */
  sources: Type.Array(
    Type.Object({
      detail: DetailName,
      by: OneOf(authors),
      message: Nullable(Count),
      version: Type.String({ maxLength: 100, description: 'names the detail as it is' }),
    }),
    { maxItems: 20 },
  ),
  actions: Type.Array(Action, { maxItems: 20 }),
  /** Without `after` the newest messages; with it, those since. */
  messages: Type.Array(Message, { maxItems: 1000 }),
  has_earlier: Type.Boolean(),
  writing: Nullable(Type.String({ maxLength: 5000 })),
};

/** The conversation as the client sees it. */
export const ClientChat = Named('ClientChat', {
  ...common,
  brokerage: Type.Object({
    name: Type.String({ maxLength: 200 }),
    phone: Type.String({ maxLength: 40 }),
    logo: Nullable(LogoBody),
  }),
  messages_left: Count,
  zone: Type.String({ maxLength: 64 }),
  suggestions: Type.Array(Type.String({ maxLength: 60 }), {
    maxItems: 6,
    description: 'Answers to the last question, to be sent with one touch',
  }),
});

/** The conversation as agents see it. */
export const AgentChat = Named('AgentChat', {
  id: Uuid,
  lead_id: Nullable(Uuid),
  ...common,
  summary: Nullable(Type.String({ maxLength: 5000 })),
  summary_by: Nullable(OneOf(['assistant', 'agent'])),
  unread: Count,
  last_sequence: Count,
  has_link: Type.Boolean(),
  created_at: Instant,
  confirmed_at: Nullable(Instant),
  applied_at: Nullable(Instant),
});

export const ChatSummary = Named('ChatSummary', {
  id: Uuid,
  lead_id: Nullable(Uuid),
  is_lead_archived: Type.Boolean(),
  client_name: Nullable(Type.String({ maxLength: 120 })),
  route: Nullable(Type.String({ maxLength: 300 })),
  stage: OneOf(CHAT_STAGES),
  owner: OneOf(CHAT_OWNERS),
  agent_name: Nullable(Type.String({ maxLength: 200 })),
  unread: Count,
  last_text: Nullable(Type.String({ maxLength: 300 })),
  last_message_at: Nullable(Instant),
  created_at: Instant,
});
export const ChatCounts = Type.Object({
  unread: Count,
  waiting: Count,
});
export const ChatPage = Type.Object({
  items: Type.Array(ChatSummary, { maxItems: 100 }),
  next: Nullable(Type.String({ maxLength: 400 })),
  ...ChatCounts.properties,
});
export const ListQuery = Strict({
  lead_id: Type.Optional(Uuid),
  state: Type.Optional(OneOf(['open', 'closed'])),
  after: Type.Optional(Cursor),
  limit: Type.Optional(LimitText),
});

export const NewChat = Strict({
  lead_id: Type.Optional(Uuid),
  name: Type.Optional(Name(120)),
  email: Type.Optional(Email),
  zone: Type.Optional(Zone),
  /** Mails the link to the client's address. */
  is_mailed: Type.Optional(Type.Boolean()),
});
export const ChatLink = Type.Object({ chat: AgentChat, url: Type.String({ maxLength: 500 }), expires_at: Instant });

export const MessageForm = {
  fields: Strict({ message: Type.Optional(Type.String({ maxLength: 4000, pattern: STORABLE })) }),
  files: {
    photos: { accepts: 'photos', bytes: LARGEST_FILES.chatPhotos, maximum: MOST_CHAT_PHOTOS, hasPreview: true },
  },
} satisfies Form;

/** One field of the lead as it is and as the conversation would make it, in words. */
export const Change = Type.Object({
  detail: DetailName,
  name: Type.String({ maxLength: 60 }),
  before: Nullable(Type.String({ maxLength: 4000 })),
  after: Type.String({ maxLength: 4000 }),
  may: { ...Type.Boolean(), description: 'False where the lead must stay as its client agreed' },
});
export const Changes = Type.Object({
  lead_version: Nullable(Version),
  changes: Type.Array(Change, { maxItems: 20 }),
  photos: Count,
});
export const ApplyInput = Strict({
  lead_version: Version,
  details: Type.Array(DetailName, { maxItems: 20 }),
  photos: Type.Optional(Type.Boolean()),
});
