import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { QuoteChoicesDocument, QuoteMailDocument, SendQuoteDocument } from '#src/generated/graphql/graphql.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { showDate } from '#src/views/ui/dates.ts';
import { FailedState } from '#src/views/ui/failed-state.tsx';
import { Field } from '#src/views/ui/field.tsx';
import { RadioGroup } from '#src/views/ui/radio-group.tsx';
import { Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { Textarea } from '#src/views/ui/textarea.tsx';
import { showMoney } from '#src/machines/amount/amounts.ts';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { problemOf } from '#src/views/ui/problem.ts';
import { lifecycleOf } from '../lead-lifecycle.ts';
import { whyOff } from '../lead-names.ts';
import { fieldId, MoveFrame } from './move-frame.tsx';
import { type MoveFormProps, useMove } from './use-move.ts';
import { mutate } from '#src/views/ui/mutate.ts';

const KINDS = { binding: 'binding', non_binding: 'non-binding', not_to_exceed: 'not to exceed' };

/** An estimate as it was when selected: a colleague may change it until it is sent. */
interface SeenEstimate {
  id: string;
  version: number;
  total: number;
}
const seenOf = ({ id, version, total }: SeenEstimate): SeenEstimate => ({ id, version, total });

/** Preselects the estimate whose button was pressed, otherwise the newest. */
export default function SendQuoteForm({ estimateId: pressedId, ...props }: MoveFormProps) {
  const { lead } = props;
  const { data, error, refetch } = useQuery(QuoteChoicesDocument, {
    variables: { id: lead.id },
    fetchPolicy: 'network-only',
  });
  const estimates = data?.agentLead.estimates;
  // The preselected estimate counts as seen, too: its price must not change unnoticed.
  const [first, setFirst] = useState<SeenEstimate | null>(null);
  const pressed = estimates?.find(({ id }) => id === pressedId) ?? estimates?.[0];
  if (!first && pressed) setFirst(seenOf(pressed));
  const form = useMove({
    ...props,
    draft: { estimate: null as SeenEstimate | null, message: '' },
    save: async ({ draft, version, lead: _lead, ...by }): Promise<unknown> => {
      const { id: estimateId, version: estimateVersion, total } = (draft.estimate ?? first)!;
      try {
        return await mutate(by, SendQuoteDocument, {
          leadId: lead.id,
          version,
          estimateId,
          estimateVersion,
          total,
          message: draft.message.trim() || undefined,
        });
      } catch (failure) {
        if (problemOf(failure).status === 409) await refetch();
        throw failure;
      }
    },
    done: `Quote sent to ${lead.client.name}`,
    keptAs: 'quote',
    keeps: ['message'],
  });
  const seen = form.draft.estimate ?? first;
  const chosen = estimates?.find(({ id }) => id === seen?.id);
  const hasChanged =
    chosen !== undefined && seen !== null && (seen.version !== chosen.version || seen.total !== chosen.total);
  const { place, facts } = lifecycleOf(lead);
  const verdict =
    chosen &&
    agentLeadLifecycle.judge(place, facts, {
      type: 'quote.sent',
      by: 'agent',
      total: chosen.total,
      validUntil: chosen.validUntil,
    });
  const unmet = verdict && !verdict.may ? verdict.unmet : [];
  // Another version of the estimate renders a different preview.
  const preview = chosen && `${chosen.id} ${chosen.version}`;
  // Nobody sends what they have not seen; and the preview moves the button, so a click meanwhile would miss it.
  const [shown, setShown] = useState<string | undefined>();
  return (
    <MoveFrame
      form={form}
      title="Send the quote"
      verb="Send quote"
      blocked={!chosen || shown !== preview || hasChanged || unmet.length > 0}
    >
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
              Create an estimate
            </LinkButton>
          }
        >
          A quote is an estimate you send to the client.
        </Callout>
      )}
      {chosen && (
        <>
          <RadioGroup
            legend="Which estimate"
            value={chosen.id}
            onChange={(id) => form.change({ estimate: seenOf(estimates!.find((one) => one.id === id)!) })}
            choices={estimates!.map((estimate) => ({
              value: estimate.id,
              label: (
                <>
                  <span className="font-medium">{showMoney(estimate.total)}</span>, version {estimate.number},{' '}
                  {KINDS[estimate.kind]}
                </>
              ),
              help: `Valid until ${showDate(estimate.validUntil)}${estimate.isCurrentQuote ? ', current quote' : ''}`,
            }))}
          />
          {hasChanged && (
            <Callout
              color="amber"
              role="alert"
              title={`The estimate changed: was ${showMoney(seen.total)}, now ${showMoney(chosen.total)}`}
              action={
                <Button size="sm" onClick={() => form.change({ estimate: seenOf(chosen) })}>
                  Use the current version
                </Button>
              }
            >
              Nothing was sent.
            </Callout>
          )}
          {unmet.length > 0 && (
            <Callout color="amber" title={`${whyOff(unmet)}. Save a new version of the estimate first.`} />
          )}
          <Field
            label="Message"
            optional
            id={fieldId('message')}
            error={form.errors.message}
            help="Shown above the price in the email."
          >
            <Textarea
              rows={3}
              maxLength={5000}
              value={form.draft.message}
              onChange={(event) => form.change({ message: event.currentTarget.value })}
            />
          </Field>
          <QuotePreview
            key={preview}
            estimateId={chosen.id}
            message={form.draft.message}
            onShown={() => setShown(preview)}
          />
        </>
      )}
    </MoveFrame>
  );
}

interface QuotePreviewProps {
  estimateId: string;
  message: string;
  /** Called once the preview is there, or could not be loaded. */
  onShown: () => void;
}

/** The email as it will be sent, including the message typed for the client. */
function QuotePreview({ estimateId, message, onShown }: QuotePreviewProps) {
  const { data, error, refetch } = useQuery(QuoteMailDocument, {
    variables: { estimateId },
    fetchPolicy: 'network-only',
  });
  const mail = data?.quoteMail;
  const isThere = mail !== undefined;
  const isSettled = isThere || error !== undefined;
  const settled = useEffectEvent(onShown);
  useEffect(() => {
    if (isSettled) settled();
  }, [isSettled]);
  // A dialog that replaces another one should take the focus itself, because its keys work from its fields.
  useEffect(() => {
    if (isThere && document.activeElement?.matches('body, [role=dialog]'))
      document.getElementById(fieldId('message'))?.focus();
  }, [isThere]);
  if (error && !mail)
    return <FailedState title="The preview could not be loaded" onRetry={() => void refetch().catch(() => {})} />;
  if (!mail) {
    return (
      <Loading label="Preparing the email…">
        <TextBones lines={8} />
      </Loading>
    );
  }
  const body = [mail.before, message.trim(), mail.after].filter(Boolean).join('\n\n');
  return (
    <section aria-label="Preview of the email" className="rounded-lg border border-gray-200 bg-gray-50 px-4 py-3">
      <dl className="mb-3 space-y-1 border-b border-gray-200 pb-3">
        <div className="flex gap-2">
          <dt className="text-gray-500">To</dt>
          <dd className="min-w-0 wrap-anywhere">{mail.to ?? '—'}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-gray-500">Subject</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{mail.subject}</dd>
        </div>
      </dl>
      <p className="whitespace-pre-line wrap-anywhere">{body}</p>
    </section>
  );
}
