import dayjs from 'dayjs';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { CHAT_DETAILS, missingDetails } from '#src/machines/chat/chat-details.ts';
import type { ChatDetails } from '#src/machines/chat/chat-details.ts';
import { MOVE_SIZES } from '#src/machines/state-lead/move-sizes.ts';
import { measure } from './scripted/furniture.ts';

/** The conversation in two or three sentences for agents, as the assistant writes it without a model. */
export function summaryOf(known: Partial<ChatDetails>, isConfirmed: boolean, call?: string | null): string | null {
  const { name, origin, destination, move_date, size, inventory, special_items } = known;
  const missing = missingDetails(known);
  if (Object.keys(known).length === 0) return null;
  const day = (date: string) => dayjs(date).format('MMM D, YYYY');
  const when =
    move_date &&
    (move_date.earliest === move_date.latest
      ? `on ${day(move_date.earliest)}`
      : `between ${day(move_date.earliest)} and ${day(move_date.latest)}`);
  const load = inventory?.length ? measure(inventory) : null;
  const move = [
    `${name ?? 'The client'} moves`,
    origin && `from ${origin.city}, ${origin.state}`,
    destination && `to ${destination.city}, ${destination.state}`,
    when,
    size && `(${MOVE_SIZES[size].name.toLowerCase()})`,
  ];
  return [
    `${move.filter(Boolean).join(' ')}.`,
    size && `Size: ${MOVE_SIZES[size].name.toLowerCase()}.`,
    load && `The items listed come to about ${showWhole(load.cuft)} ft³ and ${showWhole(load.lb)} lb.`,
    special_items && `Special: ${special_items}${/[.!?]$/.test(special_items) ? '' : '.'}`,
    missing.length > 0
      ? `Still unknown: ${missing.map((detail) => CHAT_DETAILS[detail].toLowerCase()).join(', ')}.`
      : isConfirmed
        ? 'The client has confirmed the details.'
        : 'Everything is known. The client hasn’t confirmed yet.',
    call && `Wants a call: “${call}”.`,
  ]
    .filter(Boolean)
    .join(' ');
}
