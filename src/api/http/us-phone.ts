/** E.164 of what people write, such as (614) 555-0100; what cannot be one is left as it is, and refused where it is checked. */
export function usPhone(text: string | undefined): string | undefined {
  if (text === undefined || text.startsWith('+')) return text?.replaceAll(/[\s().-]/g, '');
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length === 10) return `+1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : text;
}

/** "(512) 555-0142" for a number of North America, however it is spaced; others as they are. */
export const phoneText = (phone: string): string =>
  phone.replace(/^\+1 ?\(?(\d{3})\)?[ .-]?(\d{3})[ .-]?(\d{4})$/, '($1) $2-$3');
