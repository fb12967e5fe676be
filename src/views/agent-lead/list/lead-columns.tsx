import { showCount } from '#src/machines/amount/amounts.ts';
import type { AgentLeadTab } from '#src/machines/agent-lead/agent-lead.types.ts';
import { StateDot } from '#src/views/ui/badge.tsx';
import type { Column } from '#src/views/ui/data-table.types.ts';
import { showDate } from '#src/views/ui/dates.ts';
import { Money } from '#src/views/ui/money.tsx';
import { PhoneLink } from '#src/views/ui/phone-link.tsx';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import { type LeadRow, stageOf, todayOf } from '../lead-lifecycle.ts';
import { AGREEMENT_NAMES, AGREEMENT_TONES, STAGE_NAMES, STAGE_TONES } from '../lead-names.ts';
import { AnswerCell, ClientCell, DueCell, DueLine, Lines, MoveCell, RouteCell } from './lead-cells.tsx';

type LeadColumn = Column<LeadRow>;

const DASH = <span className="text-gray-500">—</span>;

export const client: LeadColumn = {
  id: 'client',
  header: 'Client',
  width: 'minmax(8rem, 1.1fr)',
  cell: (lead) => <ClientCell lead={lead} />,
};
export const route: LeadColumn = {
  id: 'route',
  header: 'From and to',
  width: 'minmax(11rem, 1.7fr)',
  cell: (lead) => <RouteCell lead={lead} />,
};
const move: LeadColumn = {
  id: 'move',
  header: 'Move',
  width: '7.25rem',
  card: 'end',
  cell: (lead) => <MoveCell lead={lead} />,
};
const agent: LeadColumn = {
  id: 'agent',
  header: 'Agent',
  width: 'minmax(6rem, 0.7fr)',
  card: 'hidden',
  cell: (lead) => lead.assignedAgent?.name ?? <span className="text-gray-500">Nobody</span>,
};
const quote: LeadColumn = {
  id: 'quote',
  header: 'Quote',
  width: '7rem',
  align: 'end',
  cell: (lead) => <Money cents={lead.quote?.total} />,
};
const carrier: LeadColumn = {
  id: 'carrier',
  header: 'Carrier',
  width: 'minmax(8rem, 1.1fr)',
  cell: ({ contract }) =>
    contract.awardedCarrier ? (
      <Lines first={contract.awardedCarrier.legalName} second={<Money cents={contract.awardAmount} />} />
    ) : (
      DASH
    ),
};
/** The margin is internal to the brokerage: no carrier, client, or mover sees it. */
const carrierAndMargin: LeadColumn = {
  ...carrier,
  width: 'minmax(10.5rem, 1.3fr)',
  cell: ({ contract: { awardedCarrier, awardAmount }, money }) =>
    awardedCarrier ? (
      <Lines
        first={awardedCarrier.legalName}
        second={
          <>
            <Money cents={awardAmount} />
            {money && money.margin !== null && (
              <>
                {' · margin '}
                <Money cents={money.margin} />
              </>
            )}
          </>
        }
      />
    ) : (
      DASH
    ),
};
const stage: LeadColumn = {
  id: 'stage',
  header: 'Stage',
  width: 'minmax(8.5rem, 0.9fr)',
  cell: (lead) => {
    if (lead.stage === null) return DASH;
    const at = stageOf(lead.stage);
    const job = at === 'awaiting-carrier' ? lead.contract.jobAgreementState : null;
    return (
      <Lines
        first={<StateDot tone={STAGE_TONES[at]}>{STAGE_NAMES[at]}</StateDot>}
        second={job && AGREEMENT_NAMES[job]}
      />
    );
  },
};

const phone: LeadColumn = {
  id: 'phone',
  header: 'Phone',
  width: '7.25rem',
  cell: ({ client: { name, phone: number } }) => (number ? <PhoneLink phone={number} name={name} isBare /> : DASH),
};

const waiting: LeadColumn = {
  id: 'since',
  header: 'Waiting',
  width: '5.75rem',
  card: 'hidden',
  cell: ({ enteredStateAt }) => <RelativeTime instant={enteredStateAt} isLength />,
};

/** The relevant columns of each tab; a new tab without columns does not compile. */
export const leadColumns: Record<AgentLeadTab, readonly LeadColumn[]> = {
  new: [
    client,
    route,
    move,
    { id: 'source', header: 'Source', width: 'minmax(5rem, 0.7fr)', card: 'hidden', cell: (lead) => lead.source },
    agent,
    waiting,
  ],
  'follow-up': [
    client,
    {
      id: 'due',
      header: 'Follow up',
      width: 'minmax(12rem, 1.4fr)',
      cell: (lead) => (
        <DueCell date={lead.followUp?.date ?? null} today={todayOf(lead)} word="due" second={lead.followUp?.reason} />
      ),
    },
    phone,
    route,
    move,
    agent,
  ],
  'quote-sent': [
    client,
    {
      id: 'answer',
      header: 'Answer',
      width: 'minmax(9rem, 0.9fr)',
      cell: (lead) => <AnswerCell lead={lead} />,
    },
    route,
    move,
    {
      id: 'quote',
      header: 'Quote',
      width: 'minmax(8rem, 0.8fr)',
      align: 'end',
      cell: ({ quote: sold, ...lead }) =>
        sold ? (
          <Lines
            first={<Money cents={sold.total} />}
            second={<DueLine date={sold.validUntil} today={todayOf(lead as LeadRow)} word="until" over="expired" />}
          />
        ) : (
          DASH
        ),
    },
    agent,
  ],
  'contract-sent': [
    client,
    {
      id: 'agreement',
      header: 'Agreement',
      width: 'minmax(9rem, 0.9fr)',
      cell: ({ contract: { agreementState, followUpDate }, ...lead }) => (
        <Lines
          first={
            agreementState ? (
              <StateDot tone={AGREEMENT_TONES[agreementState]}>{AGREEMENT_NAMES[agreementState]}</StateDot>
            ) : (
              DASH
            )
          }
          second={
            followUpDate && (
              <DueLine date={followUpDate} today={todayOf(lead as LeadRow)} word="follow up" over="was due" />
            )
          }
        />
      ),
    },
    route,
    move,
    quote,
    agent,
  ],
  contracted: [
    client,
    route,
    move,
    quote,
    {
      id: 'signed',
      header: 'Signed',
      width: 'minmax(7rem, 0.7fr)',
      cell: ({ contract: { signedAt, signedBy } }) =>
        signedAt ? (
          <Lines
            first={
              <>
                <span className="rows:hidden">Signed </span>
                <RelativeTime instant={signedAt} />
              </>
            }
            second={signedBy === 'paper' ? 'on paper' : 'by the client'}
          />
        ) : (
          DASH
        ),
    },
    agent,
  ],
  'award-carrier': [
    client,
    {
      id: 'bids',
      header: 'Bids',
      width: 'minmax(6.5rem, 0.6fr)',
      cell: ({ bidCount, unseenBidCount, lowestBid, enteredStateAt }) => (
        <Lines
          first={
            bidCount === 0 ? (
              <span className="text-gray-500">No bids yet</span>
            ) : (
              <>
                {showCount(bidCount, 'bid')}
                <span className="rows:hidden">
                  , from <Money cents={lowestBid} />
                </span>
              </>
            )
          }
          second={
            unseenBidCount > 0 ? (
              <span className="font-medium text-amber-700">{unseenBidCount} new</span>
            ) : (
              <>
                posted <RelativeTime instant={enteredStateAt} />
              </>
            )
          }
        />
      ),
    },
    {
      id: 'lowest',
      header: 'Lowest bid',
      width: '6.75rem',
      align: 'end',
      card: 'hidden',
      cell: ({ lowestBid, quote: sold }) => (
        <Lines
          first={<Money cents={lowestBid} />}
          second={sold && lowestBid !== null && <>of {<Money cents={sold.total} />}</>}
        />
      ),
    },
    route,
    move,
    agent,
  ],
  'open-contracts': [client, carrierAndMargin, stage, route, move, agent],
  'completed-contracts': [
    client,
    carrier,
    stage,
    {
      id: 'invoice',
      header: 'Invoice',
      width: 'minmax(9rem, 0.9fr)',
      cell: ({ invoice, ...lead }) => {
        if (!invoice)
          return (
            <span className="text-gray-500">
              <span className="rows:hidden">Invoice not sent</span>
              <span className="cards:hidden">Not sent</span>
            </span>
          );
        if (invoice.paidOn)
          return <Lines first={<Money cents={lead.money?.total} />} second={`paid ${showDate(invoice.paidOn)}`} />;
        return (
          <DueCell
            date={invoice.dueOn}
            today={todayOf(lead as LeadRow)}
            word="due"
            second={
              <>
                <span className="rows:hidden">Invoice of </span>
                <Money cents={lead.money?.total} />
              </>
            }
          />
        );
      },
    },
    {
      id: 'owed',
      header: 'Paid out',
      width: '8rem',
      card: 'hidden',
      cell: ({ contract }) => (
        <Lines
          first={contract.owedToCarrierPayed ? 'Carrier paid' : <span className="text-amber-700">Carrier owed</span>}
          second={contract.owedToBrokerPayed ? 'broker paid' : 'broker owed'}
        />
      ),
    },
    agent,
  ],
};
