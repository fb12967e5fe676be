import { ChatBubbleLeftEllipsisIcon } from '@heroicons/react/16/solid';
import { showPhone } from './phone.ts';

/** A number to call, and beside it the same to text. Whoever listens for clicks on the page learns of a call by its `tel:`. */
export function PhoneLink({ phone, name }: { phone: string; name: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <a className="link whitespace-nowrap" href={`tel:${phone}`}>
        {showPhone(phone)}
      </a>
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
