/** How phone numbers are read and shown everywhere. They are kept as E.164, which has no place for an extension. */

/** "(555) 123-4567" for a North American number, however it is written; others unchanged. */
export function showPhone(phone: string): string {
  const found = /^(?:tel:)?(?:\+?1)?([2-9]\d{2})(\d{3})(\d{4})$/.exec(phone.replaceAll(/[\s().-]/g, ''));
  return found ? `(${found[1]}) ${found[2]}-${found[3]}` : phone;
}

/** For dialing: a number written by a person may contain spaces. */
export const phoneHref = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;

/** The national digits of a US number, for a mask. No area code begins with the country code 1. */
export const national = (phone: string): string => phone.replaceAll(/\D/g, '').replace(/^1/, '');

/**
 * Converts what people write, such as (614) 555-0100, to E.164; what cannot be a phone number stays unchanged, and
 * validation refuses it.
 */
export function readPhone(text: string): string {
  if (text.startsWith('+')) return text.replaceAll(/[\s().-]/g, '');
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length === 10) return `+1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : text;
}

const EXTENSION = /^(.*\d.*?)[\s,;(]*(?:\b(?:extension|ext)\b|(?<=[\d\s,;(])(?:ext|x|#)|;ext=)[\s.:]*(\d{1,7})\)?\s*$/i;

/** "(614) 555-0100 ext. 12" is a number and the extension "12". */
export function splitExtension(text: string): { number: string; extension: string | null } {
  const [, number, extension] = EXTENSION.exec(text.slice(0, 100)) ?? [];
  return number === undefined ? { number: text, extension: null } : { number, extension: extension! };
}

/** As a line of the notes, which keep what the number has no place for. */
export const extensionNote = (extension: string): string => `Phone extension: ${extension}`;
