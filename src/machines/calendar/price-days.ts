import { addDays } from './days.ts';

/** Two years: nobody means a price that holds for longer, and who types a year wrong would be bound by it. */
const PRICE_DAYS = 730;

/** The last day until which a price given today may hold. */
export const latestPriceDay = (today: string): string => addDays(today, PRICE_DAYS);
