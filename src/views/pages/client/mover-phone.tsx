import { showPhone } from '#src/views/ui/phone.ts';

/** The number of a mover, to call it. */
export function MoverPhone({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone}`} className="link whitespace-nowrap">
      {showPhone(phone)}
    </a>
  );
}
