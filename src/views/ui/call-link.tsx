import { phoneHref, showPhone } from './phone.ts';

/** A number to call, for those who have no account and therefore no buttons. */
export const CallLink = ({ phone, before = '' }: { phone: string; before?: string }) => (
  <a href={phoneHref(phone)} className="link whitespace-nowrap">
    {before}
    {showPhone(phone)}
  </a>
);
