/**
 * Converts what people write, such as (614) 555-0100, to E.164; what cannot be a phone number stays unchanged, and
 * validation refuses it.
 */
export function usPhone(text: string | undefined): string | undefined {
  if (text === undefined || text.startsWith('+')) return text?.replaceAll(/[\s().-]/g, '');
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length === 10) return `+1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : text;
}

/** "(512) 555-0142" for a North American number, however it is spaced; others unchanged. */
export const phoneText = (phone: string): string =>
  phone.replace(/^\+1 ?\(?(\d{3})\)?[ .-]?(\d{3})[ .-]?(\d{4})$/, '($1) $2-$3');
