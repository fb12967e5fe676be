import { showPhone } from './phone.ts';

/** A number to call, for those who have no account and therefore no buttons. It is dialed without its spaces. */
export const CallLink = ({ phone, before = '' }: { phone: string; before?: string }) => (
  <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} className="link whitespace-nowrap">
    {before}
    {showPhone(phone)}
  </a>
);
