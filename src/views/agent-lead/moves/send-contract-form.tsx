import { useQuery } from '@apollo/client/react';
import { BeforeContractDocument, SendContractDocument } from '#src/generated/graphql/graphql.ts';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { addDays } from '#src/machines/calendar/days.ts';
import { Callout } from '#src/views/ui/callout.tsx';
import { DateInput } from '#src/views/ui/date-input.tsx';
import { showDate, showDateRange } from '#src/views/ui/dates.ts';
import { Field } from '#src/views/ui/field.tsx';
import { tabOf, todayOf } from '../lead-lifecycle.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

export default function SendContractForm(props: MoveFormProps) {
  const today = todayOf(props.lead);
  const form = useMove({
    ...props,
    draft: { followUpDate: addDays(today, 3) as string | null },
    check: ({ followUpDate }) => ({
      followUpDate: followUpDate !== null && followUpDate < today && 'Choose today or a later day.',
    }),
    save: ({ draft, version, lead, ...by }) =>
      mutate(by, SendContractDocument, {
        contractId: lead.contract.id,
        version,
        total: lead.quote?.total ?? 0,
        followUpDate: draft.followUpDate,
      }),
    done: `Contract sent to ${props.lead.client.name}`,
  });
  const { lead } = form;
  const isAgain = tabOf(lead.state) === 'contract-sent';
  const { data } = useQuery(BeforeContractDocument, { variables: { id: lead.id }, fetchPolicy: 'network-only' });
  const quote = data?.agentLead.estimates.find(({ isCurrentQuote }) => isCurrentQuote);
  const { waitsForLead, firstDay, lastDay } = data?.leadReschedule ?? {};
  return (
    <MoveFrame form={form} title={isAgain ? 'Send the contract again' : 'Send the contract'} verb="Send contract">
      <p className="text-gray-700">
        {lead.client.name} gets a link by email{lead.client.email && ` at ${lead.client.email}`} to read and sign the
        moving agreement
        {lead.quote && (
          <>
            {' '}
            for <span className="font-medium">{showMoney(lead.quote.total)}</span>, quoted until{' '}
            {showDate(lead.quote.validUntil)}
          </>
        )}
        .{isAgain && ' The previous link stops working.'}
      </p>
      {quote?.isOutdated && (
        <Callout color="amber" title="The move changed after the price was sent">
          The agreement lists the places, size, and items of now at the price of version {quote.number}. Send a new
          version first if the price changes.
        </Callout>
      )}
      {waitsForLead && firstDay && (
        <Callout color="amber" title="The lead still has the old dates">
          You told the client that {showDateRange(firstDay, lastDay ?? firstDay)} works. The agreement has the dates of
          the lead.
        </Callout>
      )}
      <Field
        label="Follow up if not signed by"
        optional
        id={fieldId('followUpDate')}
        error={form.errors.followUpDate}
        help="The lead is then highlighted in its list."
      >
        <DateInput
          data-autofocus
          min={today}
          value={form.draft.followUpDate}
          onChange={(followUpDate) => form.change({ followUpDate })}
        />
      </Field>
    </MoveFrame>
  );
}
