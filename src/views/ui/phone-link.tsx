import { ChatBubbleLeftEllipsisIcon } from '@heroicons/react/24/outline';
import { showPhone } from './phone.ts';

interface PhoneLinkProps {
  phone: string;
  /** Whose it is. */
  name: string;
  /** Where there is no room for a button to text it. */
  isBare?: boolean;
}

/** A number to call, and beside it the same to text. */
export function PhoneLink({ phone, name, isBare = false }: PhoneLinkProps) {
  const call = (
    <a className="link whitespace-nowrap" href={`tel:${phone}`}>
      {showPhone(phone)}
    </a>
  );
  if (isBare) return call;
  return (
    <span className="inline-flex items-center gap-1">
      {call}
      <a
        className="btn btn-ghost btn-sm btn-icon"
        href={`sms:${phone}`}
        aria-label={`Text ${name}`}
        title={`Text ${name}`}
      >
        <ChatBubbleLeftEllipsisIcon />
      </a>
    </span>
  );
}
