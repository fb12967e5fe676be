/** How phone numbers are shown everywhere; how they are read is in read-phone.ts. */

/** "(555) 123-4567" for a North American number, however it is written; others unchanged. */
export function showPhone(phone: string): string {
  const found = /^(?:tel:)?(?:\+?1)?([2-9]\d{2})(\d{3})(\d{4})$/.exec(phone.replaceAll(/[\s().-]/g, ''));
  return found ? `(${found[1]}) ${found[2]}-${found[3]}` : phone;
}

/** For dialing: a number written by a person may contain spaces. */
export const phoneHref = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;

/** The national digits of a US number, for a mask. No area code begins with the country code 1. */
export const national = (phone: string): string => phone.replaceAll(/\D/g, '').replace(/^1/, '');
