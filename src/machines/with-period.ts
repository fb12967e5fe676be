/**
 * A sentence that ends with a name or another text of people: "… of Ann & Sons." A text with a period of its own, such
 * as "… Inc.", gets no second one.
 */
export const withPeriod = (text: string): string => (text.endsWith('.') ? text : `${text}.`);
