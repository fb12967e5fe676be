import type { LeadDraft } from './lead-draft.ts';
import { isWholePhone } from '#src/machines/phone/read-phone.ts';

/** The context in which a draft is validated. */
interface Beside {
  /** The saved lead; null for a new one. What was missing before is not required now. */
  saved: LeadDraft | null;
  /** Today's date at the brokerage; null until it is loaded. */
  today: string | null;
}

/** The errors of a draft, by field path, in the order of the form. The server requires no less. */
export function checkLead(
  { client, stops, inventory, storageDays }: LeadDraft,
  { saved, today }: Beside,
): Record<string, string> {
  const found: Record<string, string> = {};
  if (client.name.trim() === '') found['client.name'] = 'Enter the client’s name.';
  if (client.email.trim() !== '' && !/^\S+@\S+\.\S+$/.test(client.email.trim()))
    found['client.email'] = 'Enter an email address like name@mail.com, or leave it empty.';
  if (client.phone !== '' && !isWholePhone(client.phone))
    found['client.phone'] = 'Enter all ten digits of the phone number, or leave it empty.';
  const wasReachable = !saved || saved.client.email !== '' || saved.client.phone !== '';
  if (wasReachable && client.email.trim() === '' && client.phone === '')
    found['client.phone'] = 'Enter a phone number or an email address.';
  for (const [index, stop] of stops.entries()) {
    const at = `stops.${index}`;
    const where = `stop ${index + 1}`;
    if (!/^(\d{5})?$/.test(stop.zip) || (stop.zip === '' && stop.city.trim() === ''))
      found[`${at}.zip`] = `Enter the ZIP code or city of ${where}.`;
    else if (stop.city.trim() === '') found[`${at}.city`] = `Enter the city of ${where}.`;
    if (stop.state === '') found[`${at}.state`] = `Choose the state of ${where}.`;
    for (const end of ['earliest', 'latest'] as const) {
      const day = stop[end];
      const isNew = !saved?.stops.some((was) => was.role === stop.role && (was.earliest === day || was.latest === day));
      if (day && today && day < today && isNew)
        found[`${at}.${end}`] = `This day of ${where} has passed. Choose today or a later one.`;
    }
    if (stop.earliest && stop.latest && stop.earliest > stop.latest)
      found[`${at}.latest`] = `The last day of ${where} is before the first.`;
  }
  if (!stops.some(({ role }) => role === 'pick_up')) found['stops.0.role'] = 'One stop must be a pick-up.';
  if (!stops.some(({ role }) => role === 'drop_off'))
    found[`stops.${stops.length - 1}.role`] = 'One stop must be a drop-off.';
  for (const [index, item] of inventory.entries()) {
    if (item.item.trim() === '') found[`inventory.${index}.item`] = `Name item ${index + 1}, or remove it.`;
    if (!item.quantity || item.quantity > 999)
      found[`inventory.${index}.quantity`] = `Item ${index + 1}: 1 to 999 pieces.`;
    if (item.volumeCuft === null) found[`inventory.${index}.volumeCuft`] = `Enter the volume of item ${index + 1}.`;
  }
  if ((storageDays ?? 0) > 3650) found.storageDays = 'Storage is 3,650 days at most.';
  return found;
}
