import { Type } from 'typebox';
import type { Static } from 'typebox';
import { Cursor, Instant, LimitText, Named, Nullable, OneOf, PageInfo, Strict, Uuid } from '#src/api/http/schemas.ts';
import { CHANNELS, NOTICE_KINDS } from '#src/machines/notice/notice.ts';

export const MAXIMUM_ABOUT = 300;
const PAGE = 100;
/** Counting stops here: a higher number would not be read. */
export const MOST_COUNTED = 100;

const Kind = OneOf(NOTICE_KINDS);

export const Notice = Named('Notice', {
  id: Uuid,
  kind: Kind,
  title: Type.String({ maxLength: 500, description: 'Who did what, in one sentence' }),
  about: Nullable(
    Type.String({
      maxLength: MAXIMUM_ABOUT,
      description: 'What was said, or what follows from it; cut where it is long',
    }),
  ),
  lead: Type.Object({
    id: Uuid,
    reference: Type.String({ maxLength: 20 }),
    client_name: Type.String({ maxLength: 200 }),
  }),
  others: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'Further leads of which it tells' }),
  bid_id: Nullable({ ...Uuid, description: 'The bid that came or was changed, which may be awarded' }),
  created_at: Instant,
  read_at: Nullable(Instant),
});
export type Notice = typeof Notice;

const unread = Type.Integer({ minimum: 0, maximum: MOST_COUNTED, description: `At most ${MOST_COUNTED}` });
export const NoticeCount = Type.Object({ unread });
export const NoticePage = Type.Object({ notices: Type.Array(Notice, { maxItems: PAGE }), page: PageInfo, unread });
export const NoticesQuery = Strict({ after: Type.Optional(Cursor), limit: Type.Optional(LimitText) });

export const NoticeSettings = Type.Object({
  settings: Type.Array(Named('NoticeSetting', { kind: Kind, portal: Type.Boolean(), mail: Type.Boolean() }), {
    maxItems: NOTICE_KINDS.length,
  }),
});
export type NoticeSettings = Static<typeof NoticeSettings>;

export const SwitchBody = Strict({ kind: Kind, channel: OneOf(CHANNELS), is_on: Type.Boolean() });
export type Switch = Static<typeof SwitchBody>;
