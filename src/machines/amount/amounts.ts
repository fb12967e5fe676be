/** How amounts are displayed everywhere: American English, US dollars. */
const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 });
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** "$4,250.00", "-$5.00" from whole cents. */
export const showMoney = (amount: number): string => currency.format(amount / 100);

/** "$4,250" from whole cents, for places where the cents would distract. */
export const showWholeDollars = (amount: number): string => whole.format(amount / 100);

/** "4,250.00" from whole cents, for places where a field or heading names the currency. */
export const showDollars = (amount: number): string => cents.format(amount / 100);

/** "1,240", with at most two decimals. */
export const showNumber = (value: number): string => number.format(value);

/** "1,240", rounded. */
export const showWhole = (value: number): string => number.format(Math.round(value));

/** "1 lead", "1,240 leads". */
export const showCount = (count: number, one: string, many = `${one}s`): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;
