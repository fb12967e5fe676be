/** "(555) 123-4567" from E.164; numbers of other countries as they are. */
export function showPhone(phone: string): string {
  const found = /^(?:tel:)?\+1(\d{3})(\d{3})(\d{4})$/.exec(phone.replace(/[\s().-]/g, ''));
  return found ? `(${found[1]}) ${found[2]}-${found[3]}` : phone;
}

/** The digits of the national part of a US number, for a mask. No area code begins with the country's own 1. */
export function national(phone: string): string {
  return phone.replaceAll(/\D/g, '').replace(/^1/, '');
}

/** To be dialed: a number as a person wrote it may have spaces. */
export const phoneHref = (phone: string): string => `tel:${phone.replaceAll(/[^\d+]/g, '')}`;
