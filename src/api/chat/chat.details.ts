import { NO_ACCESS } from '#src/machines/chat/chat-access.ts';
import { chatDetails } from '#src/machines/chat/chat-details.ts';
import type { ChatDetail, ChatDetails, ChatItem, ChatPlace } from '#src/machines/chat/chat-details.ts';
import { cityNamed, placeOfZip } from '#src/api/place/places.ts';
import { problem } from '#src/api/http/problem.ts';
import type { FieldProblem } from '#src/api/http/problem.ts';
import { changedSince, versionOf } from '#src/api/http/seen.ts';
import type { KnownDetail, KnownDetails } from './chat.repository.ts';
import type { DetailsInput } from './chat.schemas.ts';
import { measureOf } from './scripted/furniture.ts';

export type Corrections = { [D in ChatDetail]?: ChatDetails[D] | null };

/** What someone typed into fields, as details. @throws Problem 422 beside the invalid fields */
export function corrections(given: DetailsInput, today: string): Corrections {
  const errors: FieldProblem[] = [];
  const result = Object.fromEntries(
    chatDetails.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  ) as Corrections;
  for (const end of ['origin', 'destination'] as const) {
    const place = given[end];
    if (place) result[end] = placeFrom(end, place, errors);
    const access = given[`${end}_access`];
    if (access) result[`${end}_access`] = { ...NO_ACCESS, ...access };
  }
  const window = given.move_date;
  if (window && window.latest < window.earliest)
    errors.push({ field: 'move_date/latest', message: 'The last day is before the first one.' });
  else if (window && window.earliest < today)
    errors.push({ field: 'move_date/earliest', message: 'This date has passed.' });
  if (given.inventory) result.inventory = given.inventory.map(measured);
  if (errors.length > 0) throw problem(422, errors[0]!.message, { errors });
  return result;
}

function placeFrom(
  field: string,
  given: { city?: string; state?: string; zip?: string },
  errors: FieldProblem[],
): ChatPlace {
  if (given.zip) {
    const place = placeOfZip(given.zip);
    if (place) return { city: place.city, state: place.state, zip: place.zip, lat: place.lat, lng: place.lng };
    errors.push({ field: `${field}/zip`, message: 'There is no such ZIP code.' });
  } else if (given.city && given.state) {
    const city = cityNamed(given.city, given.state);
    if (city) return { city: city.city, state: city.state, zip: null, lat: city.lat, lng: city.lng };
    errors.push({ field: `${field}/city`, message: `There is no ${given.city} in ${given.state} on our map.` });
  } else {
    errors.push({ field, message: 'Enter a ZIP code, or a city and state.' });
  }
  return { city: '', state: '', zip: null, lat: 0, lng: 0 };
}

/** Items without measurements get the usual ones of their kind. */
function measured({
  room,
  item,
  quantity,
  volume_cuft,
  weight_lb,
}: Omit<ChatItem, 'volume_cuft' | 'weight_lb'> & Partial<ChatItem>): ChatItem {
  const usual = measureOf(item);
  const volume = volume_cuft ?? usual.volume_cuft;
  return {
    room: room.trim(),
    item: item.trim(),
    quantity,
    volume_cuft: volume,
    weight_lb: weight_lb ?? (volume_cuft === undefined ? usual.weight_lb : Math.round(volume * 7)),
  };
}

/**
 * A conversation's version increases with every message, so a correction names the details that it is about.
 *
 * @throws Problem 409 if someone else, or the assistant, noted another value since
 */
export function mustBeDetailsAsSeen(known: KnownDetails, seen: DetailsInput['seen'] = []): void {
  const changed = seen.flatMap(({ detail, version }) => {
    const now = known[detail] ? versionOf(known[detail].value) : null;
    return now === version ? [] : [{ field: detail, seen: version, now }];
  });
  if (changed.length > 0) throw changedSince(changed, 'Someone changed this while you were editing it.');
}

/** If a place changed, its access details no longer apply. */
function forgottenAccess(known: KnownDetails, given: Corrections): Corrections {
  const hasMoved = (end: 'origin' | 'destination') => {
    const [before, now] = [known[end]?.value, given[end]];
    return before && now !== undefined && (before.city !== now?.city || before.state !== now?.state);
  };
  return {
    ...(hasMoved('origin') ? { origin_access: null } : {}),
    ...(hasMoved('destination') ? { destination_access: null } : {}),
  };
}

/** The known details with the corrections applied; null removes a detail. */
export function withCorrections(
  known: KnownDetails,
  given: Corrections,
  by: KnownDetail['by'],
  message: number | null,
): KnownDetails {
  const changed = { ...forgottenAccess(known, given), ...given };
  const rest = Object.entries(known).filter(([name]) => changed[name as ChatDetail] === undefined);
  const added = Object.entries(changed).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, { value, by, message }] as const],
  );
  return Object.fromEntries([...rest, ...added]);
}
