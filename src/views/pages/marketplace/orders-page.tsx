import { useState } from 'react';
import { MailOrdersLinkDocument, ShopOrdersDocument } from '#src/generated/graphql/graphql.ts';
import { showCount } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { CreditCard } from '#src/views/marketplace/credit-card.tsx';
import { OrderList } from '#src/views/marketplace/order-list.tsx';
import { ask } from '#src/views/ui/ask.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { FormErrors } from '#src/views/ui/form-errors.tsx';
import { Input } from '#src/views/ui/input.tsx';
import { MarketplaceLayout } from '#src/views/ui/marketplace-layout.tsx';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { useDraft } from '#src/views/ui/use-draft.ts';
import { useLink } from '#src/views/ui/use-link.ts';
import { useSubmit } from '#src/views/ui/use-submit.ts';
import { useTitle } from '#src/views/ui/use-title.ts';
import { useToken } from '#src/views/ui/use-token.ts';

/** What someone has bought. Buyers have no account: access is by a link emailed to their address. */
export default function OrdersPage() {
  useTitle('Your orders');
  const token = useToken();
  const { state, reload } = useLink(ShopOrdersDocument, token);
  const isDead = token !== '' && state.is === 'dead';
  return (
    <MarketplaceLayout>
      {state.is === 'loading' && (
        <Loading label="Loading your orders…">
          <TextBones lines={8} />
        </Loading>
      )}
      {state.is === 'failed' && (
        <FailedState title="Your orders could not be loaded" onRetry={reload}>
          {state.why}
        </FailedState>
      )}
      {state.is === 'dead' && <AskForLink isDead={isDead} detail={state.detail} />}
      {state.is === 'there' && (
        <>
          <PageHeader
            title="Your orders"
            below={
              <p className="wrap-anywhere">
                {showCount(state.data.shopOrders.orders.length, 'order')} by {state.data.shopOrders.email}. Keep this
                link private: it opens the contacts you bought.
              </p>
            }
          />
          <div className="space-y-4">
            <CreditCard token={token} email={state.data.shopOrders.email} credit={state.data.shopCredit} />
            <OrderList token={token} orders={state.data.shopOrders.orders} />
          </div>
        </>
      )}
    </MarketplaceLayout>
  );
}

function AskForLink({ isDead, detail }: { isDead: boolean; detail: string | null }) {
  const [draft, setDraft] = useDraft<{ email: string }>('market:email', 1, 'tab');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const email = draft?.email ?? '';
  const { busy, attempt, errors, problem, submit } = useSubmit({
    errors: {
      email: !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && 'Enter an email address, such as name@example.com.',
    },
    send: () => ask(MailOrdersLinkDocument, { email: email.trim() }),
    done: () => setSentTo(email.trim()),
    fallback: 'Something went wrong. Check your connection and try again.',
  });
  if (sentTo)
    return (
      <div role="status" className="mx-auto max-w-lg space-y-4">
        <h1 className="text-lg font-semibold">Check your inbox</h1>
        <p className="text-gray-600 wrap-anywhere">
          If {sentTo} has bought leads here, we’ve emailed a link to its orders. It can take a few minutes. Check your
          spam folder, too.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setSentTo(null)}>Use another address</Button>
          <LinkButton href={hrefs.market.leads()}>See the leads for sale</LinkButton>
        </div>
      </div>
    );
  return (
    <form noValidate className="mx-auto max-w-lg space-y-4" onSubmit={(event) => void submit(event)}>
      <h1 className="text-lg font-semibold">Your orders</h1>
      {isDead && attempt === 0 && (
        <Callout color="red" title={detail ?? 'This link doesn’t open any orders.'}>
          We can email you a new one.
        </Callout>
      )}
      {problem && <Callout key={attempt} color="red" title={problem} />}
      <FormErrors errors={errors} attempt={attempt} />
      <p className="text-gray-600">
        Receipts, the leads you bought, your reports, refunds, and credit. You don’t need an account: we email you a
        link.
      </p>
      <Field label="Email address" id="email" help="The one you bought with." error={errors.email ?? null}>
        <Input
          type="email"
          autoComplete="email"
          maxLength={254}
          value={email}
          onChange={(event) => setDraft({ email: event.currentTarget.value })}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" className="w-full" busy={busy}>
        Email me the link
      </Button>
    </form>
  );
}
