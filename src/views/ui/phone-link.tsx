import { ChatBubbleOvalLeftIcon } from '@heroicons/react/24/outline';
import { showPhone } from '#src/machines/phone/phone.ts';

interface PhoneLinkProps {
  phone: string;
  /** The name of the number's owner. */
  name: string;
  /** There is no room for the button to text it. */
  isBare?: boolean;
}

/** A number to call, with a button to text it. */
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
        <ChatBubbleOvalLeftIcon />
      </a>
    </span>
  );
}
