import { useMutation } from '@apollo/client/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type EstimatePartsFragment,
  ShareEstimateDocument,
  type LeadEstimatesFragment,
} from '#src/generated/graphql/graphql.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button } from '#src/views/ui/button.tsx';
import { Callout } from '#src/views/ui/callout.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { cx } from '#src/views/ui/class-names.ts';
import { showDate, showDay } from '#src/views/ui/dates.ts';
import { EmptyState } from '#src/views/ui/empty-state.tsx';
import { Menu } from '#src/views/ui/menu.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { useNewLink } from '#src/views/ui/use-new-link.tsx';
import { useNotify } from '#src/views/ui/notify-context.ts';
import { workingOf } from './estimate-sheet.tsx';
import { ESTIMATE_KIND_NAMES } from './estimate-units.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const EstimateForm = lazy(() => import('./estimate-form.tsx'));

export type LeadEstimates = Omit<LeadEstimatesFragment, 'estimates'> & { estimates: readonly EstimatePartsFragment[] };

interface EstimateListProps {
  lead: LeadEstimates;
  /** Why nothing can be changed, or null. */
  offBecause: string | null;
  /** Why the price cannot change, or null. */
  agreedBecause: string | null;
  onSend: ((estimateId: string) => void) | null;
  /** A new version can be sent immediately. */
  maySend: boolean;
  /** Reopens what was agreed to; null if that is not possible. */
  onReopen: ((after: () => void) => void) | null;
  /** The move proceeds as agreed. */
  isDone: boolean;
  /** Shown while there is no estimate. */
  pricing: ReactNode;
  onChanged: () => void;
}

/** The versions of the price, newest first: lines, changes, and which one the client has. */
export function EstimateList({
  lead,
  offBecause,
  agreedBecause,
  onSend,
  maySend,
  onReopen,
  isDone,
  pricing,
  onChanged,
}: EstimateListProps) {
  const notify = useNotify();
  const [form, setForm] = useState<{ base: EstimatePartsFragment | null; edits: boolean } | null>(null);
  const [share] = useMutation(ShareEstimateDocument);
  const { handOut, shown } = useNewLink();
  const [newest] = lead.estimates;
  // Sent once the lead includes the saved version: after the next render, or a later one.
  const saved = useRef<string | null>(null);
  useEffect(() => {
    const id = saved.current;
    if (id === null || !onSend) return;
    saved.current = null;
    onSend(id);
  });

  async function copyLink(id: string) {
    try {
      const { data } = await share({ variables: { id } });
      onChanged();
      const { url, expiresAt } = data!.shareEstimate;
      await handOut({ url, terms: `Anyone with it can read this estimate until ${showDay(expiresAt)}.` });
    } catch (error) {
      notify.failed(error, 'Couldn’t create the link.');
    }
  }

  return (
    <Card
      title="Estimates"
      flush
      isDone={isDone}
      actions={
        agreedBecause && onReopen ? (
          <Button size="sm" onClick={() => onReopen(() => setForm({ base: newest ?? null, edits: false }))}>
            Change the price…
          </Button>
        ) : (
          !agreedBecause && (
            <Button size="sm" onClick={() => setForm({ base: newest ?? null, edits: false })}>
              {newest ? 'New version' : 'New estimate'}
            </Button>
          )
        )
      }
    >
      {lead.estimates.length === 0 && (
        <EmptyState title="No estimate yet" action={pricing}>
          Create an estimate to send a quote.
        </EmptyState>
      )}
      <ul className="divide-y divide-gray-100">
        {lead.estimates.map((estimate, index) => (
          <li key={estimate.id}>
            <details open={index === 0} className="group">
              <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 -outline-offset-2">
                <span className="font-medium">Version {estimate.number}</span>
                {estimate.isCurrentQuote ? (
                  <QuoteBadge estimate={estimate} />
                ) : estimate.sentAt ? (
                  <Badge>Superseded</Badge>
                ) : (
                  <Badge tone="blue">Draft</Badge>
                )}
                <span className="text-gray-500">
                  {ESTIMATE_KIND_NAMES[estimate.kind]}, valid until {showDate(estimate.validUntil)}
                </span>
                <span className="ml-auto font-semibold">
                  <Money cents={estimate.total} />
                </span>
              </summary>
              <div className="px-4 pb-4">
                {estimate.isCurrentQuote && estimate.isOutdated && agreedBecause === null && (
                  <Callout color="amber" className="mb-3" title="The move changed after this quote was sent">
                    {!estimate.acceptedAt && 'The client can’t accept it. '}Create a new version and send it.
                  </Callout>
                )}
                <EstimateLines estimate={estimate} />
                {estimate.changes.length > 0 && <Changes estimate={estimate} />}
                <div className="mt-3 flex flex-wrap gap-2">
                  {onSend && (
                    <Button size="sm" onClick={() => onSend(estimate.id)}>
                      Send as quote
                    </Button>
                  )}
                  <Menu
                    label={`More for version ${estimate.number}`}
                    align="start"
                    className="btn btn-sm"
                    items={[
                      {
                        label: 'Edit',
                        offBecause:
                          agreedBecause ??
                          (estimate.sentAt ? 'This version was sent to the client. Create a new one.' : null),
                        onSelect: () => setForm({ base: estimate, edits: true }),
                      },
                      {
                        label: 'New version from this one',
                        offBecause: agreedBecause,
                        onSelect: () => setForm({ base: estimate, edits: false }),
                      },
                      { label: 'Copy a link for the client', offBecause, onSelect: () => void copyLink(estimate.id) },
                    ]}
                  >
                    More
                  </Menu>
                </div>
              </div>
            </details>
          </li>
        ))}
      </ul>
      {shown}
      {form && (
        <LazyBoundary>
          <EstimateForm
            lead={lead}
            base={form.base}
            edits={form.edits}
            onClose={() => setForm(null)}
            onDone={onChanged}
            onSend={maySend ? (id) => (saved.current = id) : null}
          />
        </LazyBoundary>
      )}
    </Card>
  );
}

/** The client's latest action on the quote. */
function QuoteBadge({ estimate: { openedAt, askedAt, acceptedAt, declinedAt } }: { estimate: EstimatePartsFragment }) {
  const [tone, said, at] = acceptedAt
    ? (['green', 'Accepted', acceptedAt] as const)
    : declinedAt
      ? (['red', 'Declined', declinedAt] as const)
      : askedAt
        ? (['amber', 'Question asked', askedAt] as const)
        : openedAt
          ? (['blue', 'Opened', openedAt] as const)
          : (['gray', 'Sent, not opened', null] as const);
  return (
    <>
      <Badge tone={tone}>{said}</Badge>
      {at && (
        <span className="text-gray-500">
          <RelativeTime instant={at} />
        </span>
      )}
    </>
  );
}

function EstimateLines({ estimate }: { estimate: EstimatePartsFragment }) {
  return (
    <>
      <table className="w-full">
        <caption className="sr-only">Lines of version {estimate.number}</caption>
        <thead className="text-left text-xs text-gray-500">
          <tr>
            <th scope="col" className="py-1 font-normal">
              What
            </th>
            <th scope="col" className="py-1 pr-2 text-right font-normal max-sm:hidden">
              Quantity × rate
            </th>
            <th scope="col" className="py-1 text-right font-normal">
              Amount
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-gray-100">
          {estimate.lines.map((line, index) => (
            <tr key={index}>
              <td className="py-1 pr-2 wrap-anywhere">
                {line.description}
                <span className="block text-xs text-gray-500 tabular-nums sm:hidden">{workingOf(line)}</span>
              </td>
              <td className="py-1 pr-2 text-right whitespace-nowrap text-gray-500 tabular-nums max-sm:hidden">
                {workingOf(line)}
              </td>
              <td className="py-1 text-right">
                <Money cents={line.amount} />
              </td>
            </tr>
          ))}
          {estimate.brokerFee > 0 && <SumRow name="Broker fee" cents={estimate.brokerFee} />}
        </tbody>
        <tfoot className="border-t border-gray-200">
          <SumRow name="Total" cents={estimate.total} isTotal />
          {estimate.deposit > 0 && <SumRow name="Deposit, part of the total" cents={estimate.deposit} />}
        </tfoot>
      </table>
      {estimate.note && <p className="mt-2 text-gray-600 wrap-anywhere">{estimate.note}</p>}
    </>
  );
}

function SumRow({ name, cents, isTotal = false }: { name: string; cents: number; isTotal?: boolean }) {
  return (
    <tr className={isTotal ? 'font-medium' : 'text-gray-600'}>
      <th scope="row" className={cx('py-1 pr-2 text-left', isTotal ? 'font-medium' : 'font-normal')}>
        {name}
      </th>
      <td aria-hidden className="max-sm:hidden" />
      <td className="py-1 text-right">
        <Money cents={cents} />
      </td>
    </tr>
  );
}

function Changes({ estimate }: { estimate: EstimatePartsFragment }) {
  return (
    <div className="mt-3 rounded-md bg-gray-50 px-3 py-2">
      <p className="mb-1 font-medium">Changes since version {estimate.number - 1}</p>
      <ul className="space-y-0.5">
        {estimate.changes.map(({ what, before, after }) => (
          <li key={what} className="wrap-anywhere">
            {what}:{' '}
            {before ? (
              <del className="text-gray-500">{before}</del>
            ) : (
              <span className="text-gray-500">not included</span>
            )}{' '}
            →{' '}
            {after ? (
              <ins className="font-medium no-underline">{after}</ins>
            ) : (
              <span className="text-gray-500">removed</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
