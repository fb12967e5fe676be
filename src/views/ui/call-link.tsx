import { phoneHref, showPhone } from '#src/machines/phone/phone.ts';

/** A number to call, for people without an account, who have no buttons. */
export const CallLink = ({ phone, before = '' }: { phone: string; before?: string }) => (
  <a href={phoneHref(phone)} className="link whitespace-nowrap">
    {before}
    {showPhone(phone)}
  </a>
);
