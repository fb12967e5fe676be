import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NO_ACCESS, saidOf } from '#src/machines/chat/chat-access.ts';
import type { ChatDetail, ChatDetails, ChatItem } from '#src/machines/chat/chat-details.ts';
import { moveSizes } from '#src/machines/state-lead/move-sizes.ts';
import { cityNamed, placeOfZip } from '#src/api/place/places.ts';
import { CalendarDate, Email, OneOf, Phone, Text } from '#src/api/http/schemas.ts';
import { AccessInput } from './chat.schemas.ts';
import { withAccess } from './scripted/access.ts';
import { ahead } from './scripted/dates.ts';
import { measureOf } from './scripted/furniture.ts';

const text = (length: number) => Type.String({ maxLength: length });
const place = Type.Object({
  zip: Type.Optional(text(10)),
  city: Type.Optional(text(100)),
  state: Type.Optional(text(30)),
});
const checks = {
  origin: Compile(place),
  destination: Compile(place),
  origin_access: Compile(AccessInput),
  destination_access: Compile(AccessInput),
  move_date: Compile(Type.Object({ earliest: CalendarDate, latest: Type.Optional(CalendarDate) })),
  size: Compile(OneOf(moveSizes)),
  inventory: Compile(
    Type.Array(
      Type.Object({
        room: Type.Optional(text(60)),
        item: Text(100),
        quantity: Type.Integer({ minimum: 1, maximum: 999 }),
      }),
      { maxItems: 200 },
    ),
  ),
  packing: Compile(OneOf(['none', 'partial', 'full'])),
  storage_days: Compile(Type.Integer({ minimum: 0, maximum: 3650 })),
  special_items: Compile(Text(500)),
  name: Compile(Text(120)),
  email: Compile(Email),
  phone: Compile(Phone),
};

/**
 * Keeps what a model noted only where it is valid: each field by its type, places that exist, dates in the future.
 * Everything else is ignored, as is what was already known.
 */
export function checkedNotes(
  noted: Record<string, unknown>,
  known: Partial<ChatDetails>,
  today: string,
): Partial<ChatDetails> {
  const details: Partial<ChatDetails> = {};
  for (const [name, check] of Object.entries(checks) as [ChatDetail, { Check(value: unknown): boolean }][]) {
    const given = name === 'email' && typeof noted[name] === 'string' ? noted[name].toLowerCase() : noted[name];
    if (given === undefined || given === null || !check.Check(given)) continue;
    const value =
      name === 'origin_access' || name === 'destination_access'
        ? { ...NO_ACCESS, ...known[name], ...withAccess(saidOf(known[name] ?? {}), saidOf(given)) }
        : valueOf(name, given, today);
    if (value !== null && JSON.stringify(value) !== JSON.stringify(known[name]))
      Object.assign(details, { [name]: value });
  }
  return details;
}

function valueOf(name: ChatDetail, given: unknown, today: string): unknown {
  if (name === 'origin' || name === 'destination')
    return placeOf(given as { zip?: string; city?: string; state?: string });
  if (name === 'move_date') {
    const { earliest, latest = earliest } = given as { earliest: string; latest?: string };
    return earliest <= latest ? ahead({ earliest, latest }, today) : null;
  }
  if (name === 'inventory') return (given as { room?: string; item: string; quantity: number }[]).map(itemOf);
  return typeof given === 'string' ? given.trim() : given;
}

function placeOf({ zip, city, state }: { zip?: string; city?: string; state?: string }) {
  const byZip = zip ? placeOfZip(zip) : undefined;
  if (byZip) return { city: byZip.city, state: byZip.state, zip: byZip.zip, lat: byZip.lat, lng: byZip.lng };
  const byName = city && state ? cityNamed(city, state) : undefined;
  return byName ? { city: byName.city, state: byName.state, zip: null, lat: byName.lat, lng: byName.lng } : null;
}

function itemOf({ room, item, quantity }: { room?: string; item: string; quantity: number }): ChatItem {
  const usual = measureOf(item);
  return {
    room: room?.trim() || usual.room,
    item: item.trim(),
    quantity,
    volume_cuft: usual.volume_cuft,
    weight_lb: usual.weight_lb,
  };
}
