import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import type { PlanFragment } from '#src/generated/graphql/graphql.ts';
import { PlanDocument } from '#src/generated/graphql/graphql.ts';
import { useLive } from '#src/views/ui/live-context.ts';
import { takeCardPolicy } from '#src/views/ui/payment/card-policy.ts';

export type Plan = PlanFragment;

/** The subscription of the business, kept up to date. */
export function usePlan() {
  const { data, error, refetch } = useQuery(PlanDocument, { fetchPolicy: 'cache-and-network' });
  const plan = data ? data.subscription : null;
  const { payments } = plan ?? {};
  useEffect(() => {
    if (payments === 'stripe') takeCardPolicy();
  }, [payments]);
  const readAgain = async () => (await refetch()).data!.subscription;
  useLive('subscription', () => void refetch().catch(() => {}));
  return { plan, failed: error !== undefined && !plan, readAgain };
}

/** The lifecycle's verdict on an action: undefined if the action does not exist now. */
export const actionOf = ({ actions }: Plan, event: string) => actions.find((action) => action.event === event);

/** Whether a payment is missing: the lifecycle has the event in that case, even for people who cannot request it. */
export const isDue = (plan: Plan): boolean => actionOf(plan, 'payment.asked') !== undefined;
