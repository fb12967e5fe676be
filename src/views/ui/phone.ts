/** "(555) 123-4567" from E.164; foreign numbers are unchanged. */
export function showPhone(phone: string): string {
  const found = /^(?:tel:)?\+1(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/[\s().-]/g, ''));
  return found ? `(${found[1]}) ${found[2]}-${found[3]}` : phone;
}

/** The national digits of a US number, for a mask. No area code begins with the country code 1. */
export function national(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^1/, '');
}

/** For dialing: a number written by a person may contain spaces. */
export const phoneHref = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
