/** E.164 of what people write, such as (614) 555-0100; what cannot be one is left as it is, and refused where it is checked. */
export function usPhone(text: string | undefined): string | undefined {
  if (text === undefined || text.startsWith('+')) return text?.replaceAll(/[\s().-]/g, '');
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length === 10) return `+1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : text;
}
