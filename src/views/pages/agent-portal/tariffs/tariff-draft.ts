import type { TariffInput, TariffPartsFragment } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { inSheetOrder } from '#src/machines/carrier/pricing-sheet.ts';
import { cellName } from '#src/machines/carrier/sheet-merge.ts';
import { clipboardOf, readSheet, sizeOf, textOf } from '#src/machines/carrier/sheet-text.ts';
import type { SheetText } from '#src/machines/carrier/sheet-text.ts';
import { isEqual, mergeDraft, type Merged } from '#src/machines/draft/merge-draft.ts';
import { SHARE_NAMES, TARIFF_AMOUNTS, TARIFF_COUNTS, tariffProblems } from '#src/machines/tariff/tariff.ts';
import type { Tariff, TariffAmount, TariffCount, TariffShare } from '#src/machines/tariff/tariff.ts';

/** The same type, with every number null while its field is empty. */
type Open<T> = T extends number ? T | null : T extends string ? T : { [K in keyof T]: Open<T[K]> };
export type OpenTariff = Open<Omit<Tariff, 'rates'>>;

/** A tariff while it is edited. */
export interface TariffDraft {
  /** The rates by weight, as typed. */
  sheet: SheetText;
  rest: OpenTariff;
}

const respelled = (value: unknown, spell: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((one) => respelled(one, spell));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '__typename')
      .map(([name, one]) => [spell(name), respelled(one, spell)]),
  );
};
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Converts to the spelling of the tariff rules, and back. */
export const fromWire = (rules: TariffPartsFragment): Tariff => respelled(rules, snake) as Tariff;
export const toWire = (tariff: Tariff): TariffInput => respelled(tariff, camel) as TariffInput;

export const draftOf = ({ rates, ...rest }: Tariff): TariffDraft => ({ sheet: textOf(rates, 1), rest });

/** Cells of tables with different bands do not correspond: such a table is chosen as a whole. */
export function mergeTariffs(base: TariffDraft, mine: TariffDraft, theirs: TariffDraft): Merged<TariffDraft> {
  const all = [base, mine, theirs] as const;
  if (all.every(({ sheet }) => isEqual(sizeOf(sheet), sizeOf(base.sheet)))) return mergeDraft(base, mine, theirs);
  // A value with an id is treated as a unit.
  const [was, own, other] = all.map((draft) => ({ ...draft, sheet: { id: '', sheet: draft.sheet } }));
  const { values, taken, conflicts } = mergeDraft(was!, own!, other!);
  const bare = (value: unknown) => (value as { sheet: SheetText }).sheet;
  return {
    values: { ...values, sheet: values.sheet.sheet },
    taken,
    conflicts: conflicts.map((one) =>
      one.path === 'sheet' ? { ...one, mine: bare(one.mine), theirs: bare(one.theirs) } : one,
    ),
  };
}

/** The display name of a part of a tariff, by its path in the draft. */
export function partName({ sheet }: TariffDraft, path: string): string {
  const [side, field = '', part] = path.split('.');
  if (side === 'sheet') return field ? cellName(sheet, path.slice('sheet.'.length)) : 'Line haul by weight';
  if (field === 'volume_rates') return 'Line haul by volume';
  if (field === 'seasons') return 'Seasons';
  if (field in SHARE_NAMES)
    return `${SHARE_NAMES[field as TariffShare]}, ${part === 'at_least' ? 'at least' : 'percent'}`;
  return { ...TARIFF_AMOUNTS, ...TARIFF_COUNTS }[field as TariffAmount | TariffCount].name;
}

/** The value of that part in words. */
export function partText(value: unknown, path: string): string {
  if (value === null || value === '') return 'empty';
  if (path === 'sheet') {
    const text = value as SheetText;
    return clipboardOf(text, { row: 1, column: 0 }, sizeOf(text)).replaceAll('\t', '  ');
  }
  if (Array.isArray(value)) return value.map((row: object) => Object.values(row).join(', ')).join('\n') || 'none';
  if (typeof value === 'object') return Object.values(value).join(', ');
  const field = path.split('.').at(-1)!;
  const isCents = field in TARIFF_AMOUNTS || field === 'at_least' || field === 'rate_per_cuft';
  return isCents ? showMoney(Number(value)) : `${String(value)}${field === 'percent' ? '%' : ''}`;
}

/** Treats empty fields as unreadable. */
const closed = (value: unknown): unknown => {
  if (value === null) return Number.NaN;
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]));
};

/** The content of a draft, and its errors: cells of the grid by position, everything else by field. */
export function readDraft({ sheet, rest }: TariffDraft) {
  const { rows, errors: cells } = readSheet(sheet);
  const tariff: Tariff = { ...(closed(rest) as Omit<Tariff, 'rates'>), rates: inSheetOrder(rows) };
  const fields = Object.fromEntries(
    tariffProblems(tariff)
      .filter(({ field }) => !field.startsWith('rates/'))
      .map(({ field, message }) => [field, message]),
  );
  return { tariff, cells, fields, isSound: Object.keys(cells).length + Object.keys(fields).length === 0 };
}

/** "05-15" from "5/15"; text that is not a day of the year is unchanged. */
export function yearDay(text: string): string {
  const [, month, day] = /^\s*(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*$/.exec(text) ?? [];
  return month && day ? `${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim();
}
