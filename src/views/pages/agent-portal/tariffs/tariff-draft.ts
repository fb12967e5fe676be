import type { TariffInput, TariffPartsFragment } from '#src/generated/graphql/graphql.ts';
import { inSheetOrder } from '#src/machines/carrier/pricing-sheet.ts';
import { readSheet, textOf } from '#src/machines/carrier/sheet-text.ts';
import type { SheetText } from '#src/machines/carrier/sheet-text.ts';
import { tariffProblems } from '#src/machines/tariff/tariff.ts';
import type { Tariff } from '#src/machines/tariff/tariff.ts';

/** The same with every number null while its field is empty. */
type Open<T> = T extends number ? T | null : T extends string ? T : { [K in keyof T]: Open<T[K]> };
export type OpenTariff = Open<Omit<Tariff, 'rates'>>;

/** A tariff while it is edited. */
export interface TariffDraft {
  /** The version that it was begun from; 0 for none. */
  from: number;
  /** The rates by weight, as they were typed. */
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

/** As the rules for tariffs spell it, and back. */
export const fromWire = (rules: TariffPartsFragment): Tariff => respelled(rules, snake) as Tariff;
export const toWire = (tariff: Tariff): TariffInput => respelled(tariff, camel) as TariffInput;

export function draftOf({ rates, ...rest }: Tariff, from: number): TariffDraft {
  return { from, sheet: textOf(rates, 1), rest };
}

/** Empty fields as what cannot be read. */
const closed = (value: unknown): unknown => {
  if (value === null) return Number.NaN;
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, closed(one)]));
};

/** What a draft says, and what is wrong with it: cells of the grid by their place, everything else by its field. */
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

/** "05-15" of "5/15" as it is said; what is no day of a year stays as it was typed. */
export function yearDay(text: string): string {
  const [, month, day] = /^\s*(\d{1,2})\s*[/.-]\s*(\d{1,2})\s*$/.exec(text) ?? [];
  return month && day ? `${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text.trim();
}
