import { ArrowDownTrayIcon } from '@heroicons/react/24/outline';
import { useState } from 'react';
import type { BoughtLeadsViewFragment } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { hrefs } from '#src/views/hrefs.ts';
import { Badge } from '#src/views/ui/badge.tsx';
import { Button, LinkButton } from '#src/views/ui/button.tsx';
import { Card } from '#src/views/ui/card.tsx';
import { Contact } from '#src/views/ui/contact.tsx';
import { Facts } from '#src/views/ui/facts.tsx';
import { Money } from '#src/views/ui/money.tsx';
import { moveDateText, placeText, routeText, SIZE_NAMES } from '#src/views/ui/move-words.ts';
import { PageHeader } from '#src/views/ui/page-header.tsx';
import { OwnTime } from '#src/views/ui/own-time.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { Bone, Loading, TextBones } from '#src/views/ui/skeleton.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { REASONS, refundedText } from './report-reasons.ts';

export type BoughtLead = BoughtLeadsViewFragment['items'][number];

interface BoughtLeadsProps {
  token: string;
  /** Masked, as the page requested it. */
  bought: unknown;
  onChanged: () => void;
}

/** The contacts the buyer may call now, with a way to report a wrong lead. */
export function BoughtLeads({ token, bought, onChanged }: BoughtLeadsProps) {
  const { reference, boughtAt, reportUntil, refundsLeft, items } = bought as BoughtLeadsViewFragment;
  const [reporting, setReporting] = useState<BoughtLead | null>(null);
  const [now] = useState(Date.now);
  const canReport = now < Date.parse(reportUntil);
  return (
    <>
      <PageHeader
        title={items.length === 1 ? 'Your lead' : `Your ${items.length} leads`}
        below={
          <>
            Purchase {reference}, <RelativeTime instant={boughtAt} />.{' '}
            {canReport ? (
              <>
                Report a bad lead by <OwnTime instant={reportUntil} />.
              </>
            ) : (
              'The time to report bad leads has passed.'
            )}
          </>
        }
        primary={
          <>
            <LinkButton href={hrefs.market.detailsReceipt(token)} download>
              Receipt
            </LinkButton>
            <LinkButton href={hrefs.market.detailsCsv(token)} download icon={<ArrowDownTrayIcon aria-hidden />}>
              Download CSV
            </LinkButton>
          </>
        }
      />
      <div className="grid gap-4 lg:grid-cols-2">
        {items.map((lead) => (
          <Card
            key={lead.id}
            title={routeText(lead)}
            actions={
              lead.refundedAt ? (
                <Badge tone="gray">{refundedText(lead)}</Badge>
              ) : lead.refundAskedAt ? (
                <Badge tone="blue">Refund on its way</Badge>
              ) : lead.report?.declinedAt ? (
                <Badge tone="gray">Not refunded</Badge>
              ) : lead.report ? (
                <Badge tone="amber">Reported</Badge>
              ) : (
                canReport && (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Report ${routeText(lead)}`}
                    onClick={() => setReporting(lead)}
                  >
                    Report
                  </Button>
                )
              )
            }
          >
            <div className="space-y-4">
              <Contact person={lead.client} />
              <Facts
                facts={[
                  { name: 'From', value: whereText(lead.origin) },
                  { name: 'To', value: whereText(lead.destination) },
                  { name: 'Move date', value: moveDateText(lead) },
                  { name: 'Size', value: `${SIZE_NAMES[lead.size]} · ${showWhole(lead.weightLb)} lb` },
                  { name: 'Distance', value: `${showWhole(lead.miles)} miles` },
                  { name: 'Requested', value: <RelativeTime instant={lead.receivedAt} /> },
                  { name: 'Comment', value: lead.comment },
                  { name: 'Reference', value: lead.reference },
                  { name: 'You paid', value: <Money cents={lead.price} /> },
                  ...(lead.credit > 0 ? [{ name: 'With credit', value: <Money cents={lead.credit} /> }] : []),
                  ...(lead.refundedAt
                    ? [{ name: refundedText(lead), value: <RelativeTime instant={lead.refundedAt} /> }]
                    : []),
                  ...(lead.report
                    ? [
                        {
                          name: 'Reported',
                          value: [REASONS[lead.report.reason], lead.report.text].filter(Boolean).join(': '),
                        },
                        { name: 'Our answer', value: lead.report.answer },
                      ]
                    : []),
                ]}
              />
            </div>
          </Card>
        ))}
      </div>
      {reporting && (
        <ReportDialog
          key={reporting.id}
          token={token}
          lead={reporting}
          refundsLeft={refundsLeft}
          onClose={() => setReporting(null)}
          onReported={() => {
            setReporting(null);
            onChanged();
          }}
        />
      )}
    </>
  );
}

const whereText = (place: BoughtLead['origin']): string => [placeText(place), place.zip].filter(Boolean).join(' ');

export function BoughtLeadsSkeleton() {
  return (
    <Loading label="Loading your leads…">
      <Bone className="mb-4 h-7 w-44" />
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <TextBones lines={10} />
        </Card>
        <Card>
          <TextBones lines={10} />
        </Card>
      </div>
    </Loading>
  );
}
