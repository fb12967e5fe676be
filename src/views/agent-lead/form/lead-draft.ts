import type {
  AgentLeadEditableFragment,
  AgentLeadInput,
  NewAgentLeadInput,
  AgentLeadKind,
  Packing,
  StopRole,
} from '#src/generated/graphql/graphql.ts';
import { changedFields } from '#src/machines/draft/merge-draft.ts';
import { showPhone } from '#src/machines/phone/phone.ts';
import type { ComboboxOption } from '#src/views/ui/combobox.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { KIND_NAMES, PACKING_NAMES } from '../lead-names.ts';

/** A lead as the form holds it: texts are never null, numbers are null while their field is empty. */
export interface StopDraft {
  role: StopRole;
  address: string;
  city: string;
  state: string;
  zip: string;
  dwelling: string;
  floor: number | null;
  stairs: number | null;
  /** Null while nobody has said so: an unchecked box is not a no. */
  hasElevator: boolean | null;
  longCarryFt: number | null;
  needsShuttle: boolean | null;
  earliest: string | null;
  latest: string | null;
  note: string;
}

export interface ItemDraft {
  room: string;
  item: string;
  quantity: number | null;
  volumeCuft: number | null;
  weightLb: number | null;
}

export interface LeadDraft {
  /** An empty zone means that of the pick-up. */
  client: { name: string; email: string; phone: string; zone: string };
  stops: StopDraft[];
  kind: AgentLeadKind | '';
  source: string;
  moveSize: string;
  inventory: ItemDraft[];
  /** Items in words that are not in the inventory yet. */
  itemsText: string;
  packing: Packing;
  storageDays: number | null;
  specialItems: string;
  notes: string;
  agent: ComboboxOption | null;
}

/** The saved lead that the form started from. */
export interface LeadBase {
  version: number;
  values: LeadDraft;
}

/** A draft, with the saved lead it started from. */
export interface KeptLead {
  base: LeadBase;
  values: LeadDraft;
}

type FieldName = Exclude<keyof LeadDraft, 'client'> | keyof LeadDraft['client'] | keyof StopDraft | keyof ItemDraft;
const FIELD_NAMES: Record<FieldName, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  zone: 'Time zone',
  stops: 'Stops',
  kind: 'Kind of move',
  source: 'Source',
  moveSize: 'Size',
  inventory: 'Inventory',
  itemsText: 'Items in words',
  packing: 'Packing',
  storageDays: 'Storage',
  specialItems: 'Special items',
  notes: 'Notes',
  agent: 'Agent',
  address: 'street',
  city: 'city',
  state: 'state',
  zip: 'ZIP',
  dwelling: 'dwelling',
  floor: 'floor',
  stairs: 'stairs',
  hasElevator: 'elevator',
  longCarryFt: 'long carry',
  needsShuttle: 'shuttle truck',
  earliest: 'first day',
  latest: 'last day',
  note: 'note',
  role: 'kind',
  item: 'item',
  room: 'room',
  quantity: 'quantity',
  volumeCuft: 'volume',
  weightLb: 'weight',
};
const LISTS: Record<string, string> = { stops: 'Stop', inventory: 'Item' };
const fieldName = (name: string): string | undefined => FIELD_NAMES[name as FieldName];

/** The display name of a form field, by its path: `stops.0.zip` is "Stop 1, ZIP". */
export function leadFieldName(path: string): string {
  const [first, index, part] = path.split('.') as [string, string?, string?];
  if (first === 'client') return fieldName(index ?? '') ?? 'Client';
  if (index === undefined) return fieldName(first) ?? first;
  return [`${LISTS[first] ?? first} ${Number(index) + 1}`, part && (fieldName(part) ?? part)]
    .filter(Boolean)
    .join(', ');
}

/** Values with names of their own, by field. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: KIND_NAMES,
  packing: PACKING_NAMES,
};

/** A form value in words, by the path of its field. */
export function showLeadValue(value: unknown, path: string): string {
  if (value === null || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => showLeadValue(one, path)).join('; ') || 'none';
  if (typeof value === 'string' && /\.(?:earliest|latest)$/.test(path)) return showDate(value);
  if (path === 'client.phone') return showPhone(String(value));
  if (path === 'client.zone') return ZONES.find((zone) => zone.value === value)?.label ?? String(value);
  if (typeof value !== 'object') return VALUE_NAMES[path]?.[String(value)] ?? String(value).replaceAll('_', ' ');
  const { label, item, quantity, city, state, zip } = value as Partial<ComboboxOption & ItemDraft & StopDraft>;
  return label ?? (item === undefined ? [city, state, zip].filter(Boolean).join(' ') : `${quantity ?? 1} × ${item}`);
}

export const LB_PER_CUFT = 7;
export const MOST_STOPS = 10;

export const ZONES: readonly { value: string; label: string }[] = [
  { value: '', label: 'Automatic (from the pick-up)' },
  { value: 'America/New_York', label: 'Eastern' },
  { value: 'America/Chicago', label: 'Central' },
  { value: 'America/Denver', label: 'Mountain' },
  { value: 'America/Phoenix', label: 'Arizona' },
  { value: 'America/Los_Angeles', label: 'Pacific' },
  { value: 'America/Anchorage', label: 'Alaska' },
  { value: 'Pacific/Honolulu', label: 'Hawaii' },
];

export const emptyStop = (role: StopRole): StopDraft => ({
  role,
  address: '',
  city: '',
  state: '',
  zip: '',
  dwelling: '',
  floor: null,
  stairs: null,
  hasElevator: null,
  longCarryFt: null,
  needsShuttle: null,
  earliest: null,
  latest: null,
  note: '',
});

export const emptyItem: ItemDraft = { room: '', item: '', quantity: 1, volumeCuft: null, weightLb: null };

export function emptyLead(agent: ComboboxOption): LeadDraft {
  return {
    client: { name: '', email: '', phone: '', zone: '' },
    stops: [emptyStop('pick_up'), emptyStop('drop_off')],
    kind: '',
    source: 'Phone',
    moveSize: '',
    inventory: [],
    itemsText: '',
    packing: 'none',
    storageDays: null,
    specialItems: '',
    notes: '',
    agent,
  };
}

export function draftOf(lead: AgentLeadEditableFragment): LeadDraft {
  const { client, stops, inventory, assignedAgent } = lead;
  return {
    client: { name: client.name, email: client.email ?? '', phone: client.phone ?? '', zone: client.zone },
    stops: stops.map(({ __typename, lat: _lat, lng: _lng, ...stop }) => ({
      ...stop,
      address: stop.address ?? '',
      zip: stop.zip ?? '',
      dwelling: stop.dwelling ?? '',
      note: stop.note ?? '',
    })),
    kind: lead.kind,
    source: lead.source,
    moveSize: lead.moveSize ?? '',
    inventory: inventory.map(({ __typename, ...item }) => item),
    itemsText: '',
    packing: lead.packing,
    storageDays: lead.storageDays || null,
    specialItems: lead.specialItems ?? '',
    notes: lead.notes ?? '',
    agent: assignedAgent && { id: assignedAgent.id, label: assignedAgent.name },
  };
}

/** An input with all optional fields required, recursively: a field that is not written does not compile. */
type Whole<T> = T extends readonly (infer Row)[]
  ? Whole<Row>[]
  : T extends object
    ? { [K in keyof Required<T>]: Whole<T[K]> }
    : T;

const text = (value: string) => value.trim() || null;

/** The input to write, without empty texts and what the server computes. */
export function inputOf(draft: LeadDraft): Whole<NewAgentLeadInput> {
  return {
    client: {
      name: draft.client.name.trim(),
      email: text(draft.client.email),
      phone: text(draft.client.phone),
      zone: text(draft.client.zone),
    },
    stops: draft.stops.map((stop) => ({
      ...stop,
      zip: stop.zip || null,
      city: stop.city.trim(),
      address: text(stop.address),
      dwelling: text(stop.dwelling),
      note: text(stop.note),
    })),
    kind: draft.kind || undefined,
    source: text(draft.source) ?? undefined,
    moveSize: text(draft.moveSize),
    inventory: draft.inventory.map((row) => ({
      room: row.room.trim() || 'Other',
      item: row.item.trim(),
      quantity: row.quantity ?? 1,
      volumeCuft: row.volumeCuft ?? 0,
      weightLb: row.weightLb,
    })),
    packing: draft.packing,
    storageDays: draft.storageDays ?? 0,
    specialItems: text(draft.specialItems),
    notes: text(draft.notes),
    assignedAgentId: draft.agent?.id ?? null,
  };
}

/** The text of items is no field of a lead: it is read into its inventory before it is saved. */
type SavedField = Exclude<keyof LeadDraft, 'itemsText'>;

const FIELDS: Record<SavedField, keyof AgentLeadInput> = {
  client: 'client',
  stops: 'stops',
  kind: 'kind',
  source: 'source',
  moveSize: 'moveSize',
  inventory: 'inventory',
  packing: 'packing',
  storageDays: 'storageDays',
  specialItems: 'specialItems',
  notes: 'notes',
  agent: 'assignedAgentId',
};

/** Only what has changed since the form started; nothing else of the lead is written. */
export function changesOf(base: LeadDraft, draft: LeadDraft): AgentLeadInput {
  const input = inputOf(draft);
  const changed = changedFields(base, draft).filter((name): name is SavedField => name !== 'itemsText');
  return Object.fromEntries(changed.map((name) => [FIELDS[name], input[FIELDS[name]]]));
}
