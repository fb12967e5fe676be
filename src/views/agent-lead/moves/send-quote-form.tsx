import { useQuery } from '@apollo/client/react';
import { QuoteChoicesDocument, SendQuoteDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { showMoney } from '#src/views/ui/money.tsx';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { todayOf } from '../lead-law.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { type MoveFormProps, mutate, useMove } from './use-move.ts';

const KINDS = { binding: 'binding', non_binding: 'non-binding', not_to_exceed: 'not to exceed' };

export default function SendQuoteForm(props: MoveFormProps) {
  const { lead } = props;
  const { data, error, refetch } = useQuery(QuoteChoicesDocument, { variables: { id: lead.id } });
  const estimates = data?.agentLead.estimates;
  const form = useMove({
    ...props,
    draft: { estimateId: null as string | null, message: '' },
    save: ({ draft, version, ...by }) =>
      mutate(by, SendQuoteDocument, {
        leadId: lead.id,
        version,
        estimateId: draft.estimateId ?? estimates?.[0]?.id,
        message: draft.message.trim() || undefined,
      }),
    done: `Quote sent to ${lead.client.name}`,
  });
  const chosen = estimates?.find(({ id }) => id === form.draft.estimateId) ?? estimates?.[0];
  const isExpired = chosen !== undefined && chosen.validUntil < todayOf(lead);
  return (
    <MoveFrame form={form} title="Send the quote" verb="Send quote" blocked={!chosen}>
      {error && !estimates && <FailedState title="The estimates could not be loaded" onRetry={() => void refetch()} />}
      {!error && !estimates && (
        <Loading label="Loading the estimates…">
          <TextBones lines={3} />
        </Loading>
      )}
      {estimates?.length === 0 && (
        <Callout
          color="blue"
          title="There is no estimate yet"
          action={
            <LinkButton size="sm" href={hrefs.agent.lead(lead.id)}>
              Make an estimate
            </LinkButton>
          }
        >
          A quote is an estimate that the client is sent.
        </Callout>
      )}
      {chosen && (
        <>
          <RadioGroup
            legend="Which estimate"
            value={chosen.id}
            onChange={(estimateId) => form.change({ estimateId })}
            choices={estimates!.map((estimate) => ({
              value: estimate.id,
              label: (
                <>
                  <span className="font-medium">{showMoney(estimate.total)}</span>, version {estimate.number}, {KINDS[estimate.kind]}
                </>
              ),
              help: `Valid until ${showDate(estimate.validUntil)}${estimate.isCurrentQuote ? ', this is what the client has now' : ''}`,
            }))}
          />
          {isExpired && <Callout color="amber" title={`This price was valid until ${showDate(chosen.validUntil)}. Make a new version first, or send it knowingly.`} />}
          <Field label="Message" optional id={fieldId('message')} error={form.errors.message} help="Stands above the price in the mail.">
            <Textarea rows={3} maxLength={5000} value={form.draft.message} onChange={(event) => form.change({ message: event.currentTarget.value })} />
          </Field>
          <p className="text-gray-600">
            {lead.client.name} gets {showMoney(chosen.total)} by mail{lead.client.email && ` at ${lead.client.email}`}, with a link to the estimate.
          </p>
        </>
      )}
    </MoveFrame>
  );
}
