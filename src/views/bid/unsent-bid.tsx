import { showMoney } from '#src/machines/amount/amounts.ts';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { useBidDraft } from './use-offer.ts';

interface UnsentBidProps {
  loadId: string;
  /** Why it cannot be sent now. */
  title: string;
}

/** What the carrier typed for a load that takes no bid of it now; the form shows it again once it does. */
export function UnsentBid({ loadId, title }: UnsentBidProps) {
  const [draft, keep] = useBidDraft(loadId);
  if (!draft) return null;
  const { amount, startDate, note } = draft;
  return (
    <Callout
      color="amber"
      role="alert"
      title={title}
      action={
        <Button size="sm" onClick={() => keep(null)}>
          Discard
        </Button>
      }
    >
      <p>
        You typed{' '}
        {[amount !== null && showMoney(amount), startDate && `start ${showDate(startDate)}`]
          .filter(Boolean)
          .join(', ') || 'no price yet'}
        . It’s kept on this device in case you can bid again.
      </p>
      {note.trim() !== '' && <p className="whitespace-pre-line wrap-anywhere">“{note.trim()}”</p>}
    </Callout>
  );
}
