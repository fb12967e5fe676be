/** How phone numbers are read everywhere. They are kept as E.164, which has no place for an extension. */

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

/** Whether a number in E.164 is complete: ten digits in North America, at least seven elsewhere. */
export const isWholePhone = (phone: string): boolean => /^\+(?:1\d{10}|[2-9]\d{6,14})$/.test(phone);
