import { REPORT_DAYS } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { REFUND_DAYS, REFUND_MOST, REFUND_ONE_OF } from '#src/machines/marketplace/refund-rule.ts';
import { Facts } from '#src/views/ui/facts.tsx';
import { placeText } from '#src/views/ui/move-words.ts';
import type { ShopLead } from './use-shop.ts';

type Contact = Pick<ShopLead, 'hasPhone' | 'hasEmail' | 'hasComment' | 'phoneVerified' | 'emailVerified'>;

/** "Name, phone (verified), email, and comment". */
export function youGetText({ hasPhone, hasEmail, hasComment, phoneVerified, emailVerified }: Contact): string {
  const fields = [
    'name',
    hasPhone && (phoneVerified ? 'phone (verified)' : 'phone'),
    hasEmail && (emailVerified ? 'email (verified)' : 'email'),
    hasComment && 'comment',
  ].filter((field) => field !== false);
  return new Intl.ListFormat('en-US').format(fields);
}

/** What a lead looks like after buying, with the identifying details hidden. */
export function LeadPreview({ lead }: { lead: ShopLead }) {
  const verified = (is: boolean) => (is ? ' · verified' : '');
  return (
    <details>
      <summary className="font-medium">What a lead looks like after you pay</summary>
      <div className="pt-3">
        <Facts
          facts={[
            { name: 'Name', value: '••••• ••••••••' },
            { name: 'Phone', value: lead.hasPhone ? `(•••) •••-••••${verified(lead.phoneVerified)}` : 'Not given' },
            { name: 'Email', value: lead.hasEmail ? `•••••@•••••${verified(lead.emailVerified)}` : 'Not given' },
            { name: 'From', value: `${placeText(lead.origin)}, ZIP code if given` },
            { name: 'To', value: `${placeText(lead.destination)}, ZIP code if given` },
            { name: 'Comment', value: lead.hasComment ? 'In the household’s own words' : 'None' },
          ]}
        />
      </div>
    </details>
  );
}

/** The terms of every purchase, shown where it is paid. The numbers are from the rule that the server applies. */
export function Guarantee({ shares }: { shares?: number | undefined }) {
  return (
    <section aria-label="Guarantee and refunds" className="rounded-md border border-gray-200 bg-gray-50 px-3 py-2.5">
      <h3 className="font-medium">Report a bad lead, get its price back</h3>
      <ul className="mt-1 list-disc space-y-1 pl-4 text-gray-600">
        <li>
          Report a lead within {REPORT_DAYS} days: wrong number or email, already hired or moved, not moving, or one you
          bought before.
        </li>
        <li>
          We refund 1 of every {REFUND_ONE_OF} leads you bought in the last {REFUND_DAYS} days right away, up to{' '}
          {REFUND_MOST}, and any report that we or the household confirm. A person reviews the others and replies by
          email.
        </li>
        <li>
          You choose: a refund to the card you paid with, or credit for your next leads right away. Credit you used
          comes back as credit. Reports that turn out to be wrong end automatic refunds.
        </li>
        {shares !== undefined && (
          <li>
            {shares === 1
              ? 'You are the only buyer of each lead.'
              : `Each lead is sold to at most ${shares} buyers, including you.`}
          </li>
        )}
      </ul>
    </section>
  );
}
