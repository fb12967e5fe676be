/** How amounts are displayed everywhere: American English, US dollars. */
const currency = numberFormat({ style: 'currency', currency: 'USD' });
const whole = numberFormat({ style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const cents = numberFormat({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const number = numberFormat({ maximumFractionDigits: 2 });

/** "$4,250.00", "-$5.00" from whole cents. */
export const showMoney = (amount: number): string => currency(amount / 100);

/** "$4,250" from whole cents, for places where the cents would distract. */
export const showWholeDollars = (amount: number): string => whole(amount / 100);

/** "4,250.00" from whole cents, for places where a field or heading names the currency. */
export const showDollars = (amount: number): string => cents(amount / 100);

/** "1,240", with at most two decimals. */
export const showNumber = (value: number): string => number(value);

/** "1,240", rounded. */
export const showWhole = (value: number): string => number(Math.round(value));

/** "1 lead", "1,240 leads". */
export const showCount = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** Creates the formatter when it is first used: the first one of a page takes 12 ms, on a phone several times that. */
export function numberFormat(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined;
  return (value) => (format ??= new Intl.NumberFormat('en-US', options)).format(value);
}
