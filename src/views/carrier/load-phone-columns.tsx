import type { ReactNode } from 'react';
import type { LoadTab } from '#src/generated/graphql/graphql.ts';
import { showWhole } from '#src/machines/amount/amounts.ts';
import { Badge, StateDot } from '#src/views/ui/badge.tsx';
import type { Column } from '#src/views/ui/data-table.types.ts';
import { Money } from '#src/views/ui/money.tsx';
import { nearDate } from '#src/views/ui/near-date.ts';
import { RelativeTime } from '#src/views/ui/relative-time.tsx';
import {
  bidNews,
  bidState,
  newsAt,
  deadheadOf,
  jobState,
  KIND_NAMES,
  type LoadRow,
  postedText,
  placeText,
  startOf,
  windowText,
} from './load-names.ts';
import { PayState } from './pay-state.tsx';

type LoadColumn = Column<LoadRow>;

/** Wider than a phone, so that each row becomes a card. */
const WIDTH = '12rem';

/** The parts of a line, separated by dots. Each moves to the next line as a whole, and wraps only if it is longer. */
function Parts({ of }: { of: Record<string, ReactNode> }) {
  return Object.entries(of)
    .filter(([, part]) => Boolean(part))
    .map(([name, part], at) => (
      <span key={name}>
        {at > 0 && ' · '}
        <span className="inline-block wrap-anywhere">{part}</span>
      </span>
    ));
}

const route: LoadColumn = {
  id: 'route',
  header: 'From and to',
  width: WIDTH,
  // Breaks between the places if it can.
  cell: ({ origin, destination }) => (
    <span className="font-semibold text-gray-900">
      <span className="inline-block">{placeText(origin)} →</span>{' '}
      <span className="inline-block">{placeText(destination)}</span>
    </span>
  ),
};

/** An amount at the end of the first line, always with its meaning. */
const amount = (label: string, centsOf: (load: LoadRow) => number | null | undefined): LoadColumn => ({
  id: 'amount',
  header: label,
  width: WIDTH,
  card: 'end',
  cell(load) {
    const cents = centsOf(load);
    return (
      cents != null && (
        <>
          <span className="mr-1 text-xs text-gray-500">{label}</span>
          <Money cents={cents} />
        </>
      )
    );
  },
});

const line = (id: string, header: string, parts: (load: LoadRow) => Record<string, ReactNode>): LoadColumn => ({
  id,
  header,
  width: WIDTH,
  cell: (load) => <Parts of={parts(load)} />,
});

/** A second line of facts, smaller. */
const quiet = (parts: (load: LoadRow) => Record<string, ReactNode>): LoadColumn => ({
  ...line('more', 'More', parts),
  cell: (load) => (
    <span className="text-xs text-gray-500">
      <Parts of={parts(load)} />
    </span>
  ),
});

const miles = (distance: number | null): string | false => distance !== null && `${showWhole(distance)} mi`;
const size = ({ weightLb, moveSize }: LoadRow): string | null =>
  weightLb === null ? moveSize : `${showWhole(weightLb)} lb`;
/** What the route does not show: that it is not a household. */
const kind = (load: LoadRow): string | false =>
  (load.kind === 'freight' || load.kind === 'commercial') && KIND_NAMES[load.kind];
const deadhead = (load: LoadRow): string | false => {
  const away = miles(deadheadOf(load));
  return away && `Deadhead ${away}`;
};

const facts = line('facts', 'Pick-up, distance, size', (load) => ({
  pickUp: windowText(load),
  distance: miles(load.distanceMiles),
  size: size(load),
  kind: kind(load),
}));

function ownBid(load: LoadRow): ReactNode {
  const state = bidState(load);
  if (!load.bid || !state) return load.invitedAt && <Badge tone="blue">Invited to bid</Badge>;
  return (
    <StateDot tone={state.tone}>
      Bid <Money cents={load.bid.amount} />, {state.word.toLowerCase()}
    </StateDot>
  );
}

const withUnread = (state: ReactNode, unread: number): ReactNode => (
  <>
    {state} {unread > 0 && <Badge tone="blue">{unread === 1 ? '1 new message' : `${unread} new messages`}</Badge>}
  </>
);

function statusOf(load: LoadRow): ReactNode {
  const state = jobState(load);
  return state && <StateDot tone={state.tone}>{state.word}</StateDot>;
}

/** Everything the carrier has bid on. */
export const bidPhoneColumns = (): readonly LoadColumn[] => [
  route,
  amount('Bid', ({ bid }) => bid?.amount),
  line('bid', 'Status', (load) => {
    const [state, news] = [bidState(load), bidNews(load)];
    // While the bid is open, its news contains everything.
    const isOpen = load.bid?.state === 'active' && !load.award;
    return {
      state: state && <StateDot tone={state.tone}>{isOpen && news ? news : state.word}</StateDot>,
      news: !isOpen && news,
    };
  }),
  quiet((load) => ({
    pickUp: windowText(load),
    size: size(load),
    updated: load.bid && <RelativeTime instant={newsAt(load.bid)} />,
  })),
];

/** Three lines on a phone: route and price, dates and size, and what else matters before opening it. */
export const loadPhoneColumns: Record<
  LoadTab,
  (isNew: (load: LoadRow) => boolean, unreadOf: (load: LoadRow) => number) => readonly LoadColumn[]
> = {
  available: (isNew) => [
    route,
    amount('Sheet', ({ suggestedPrice }) => suggestedPrice),
    facts,
    quiet((load) => ({
      new: isNew(load) && <Badge tone="green">New</Badge>,
      bid: ownBid(load),
      posted: postedText(load),
      deadhead: deadhead(load),
      at: <RelativeTime instant={load.postedAt} />,
    })),
  ],
  open: (_, unreadOf) => [
    route,
    amount('Pay', ({ award }) => award?.amount),
    line('state', 'Status', (load) => ({ state: withUnread(statusOf(load), unreadOf(load)) })),
    quiet((load) => ({
      pickUp: windowText(load),
      delivery: load.deliveryDateLast && `by ${nearDate(load.deliveryDateLast)}`,
      size: size(load),
      reference: load.reference,
    })),
  ],
  completed: (_, unreadOf) => [
    route,
    amount('Pay', ({ award }) => award?.amount),
    line('paid', 'Payment', (load) => ({
      paid: withUnread(<PayState of={load} />, unreadOf(load)),
    })),
    quiet((load) => {
      const start = startOf(load);
      return {
        start: start && `${start.isPlanned ? 'Planned for' : 'Started'} ${start.day}`,
        distance: miles(load.distanceMiles),
        size: size(load),
        reference: load.reference,
      };
    }),
  ],
};

/** The same lines beside a map, where a card has room for them only below its route. */
export const besideMap = ([first, end, ...lines]: readonly LoadColumn[]): readonly LoadColumn[] => [
  {
    ...first!,
    width: '24rem',
    cell: (load) => (
      <>
        {first!.cell(load)}
        {lines.map(({ id, cell }) => (
          <span key={id} className="block font-normal text-gray-600">
            {cell(load)}
          </span>
        ))}
      </>
    ),
  },
  { ...end!, width: '24rem' },
];
