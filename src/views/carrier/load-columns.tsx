import type { LoadTab } from '#src/generated/graphql/graphql.ts';
import { showMoney, showWhole } from '#src/machines/amount/amounts.ts';
import { Badge, StateDot } from '#src/views/ui/badge.tsx';
import { CardLines } from '#src/views/ui/card-lines.tsx';
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
  payState,
  postedText,
  routeText,
  startOf,
  windowText,
} from './load-names.ts';

type LoadColumn = Column<LoadRow>;

const Reference = ({ of: { reference } }: { of: LoadRow }) => <span className="whitespace-nowrap">{reference}</span>;

const route: LoadColumn = {
  id: 'route',
  header: 'From and to',
  width: 'minmax(13rem, 3fr)',
  cell: (load) => (
    <CardLines
      isTitle
      first={<span className="font-medium text-gray-900">{routeText(load)}</span>}
      second={
        <>
          {postedText(load) && `${postedText(load)} · `}
          <Reference of={load} /> · {KIND_NAMES[load.kind]}
        </>
      }
    />
  ),
};

/** The route, with the number of unread messages from the broker. */
const routeWithUnread = (unreadOf: (load: LoadRow) => number): LoadColumn => ({
  ...route,
  cell: (load) => {
    const unread = unreadOf(load);
    return (
      <CardLines
        isTitle
        first={<span className="font-medium text-gray-900">{routeText(load)}</span>}
        second={
          <>
            {unread > 0 && <Badge tone="blue">{unread === 1 ? '1 new message' : `${unread} new messages`}</Badge>}{' '}
            <Reference of={load} /> · {KIND_NAMES[load.kind]}
          </>
        }
      />
    );
  },
});

const pickUp: LoadColumn = {
  id: 'window',
  header: 'Pick-up, delivery',
  width: 'minmax(7rem, 0.8fr)',
  cell: (load) => (
    <CardLines first={windowText(load)} second={load.deliveryDateLast && `by ${nearDate(load.deliveryDateLast)}`} />
  ),
};

const distance: LoadColumn = {
  id: 'distance',
  header: 'Distance',
  width: '6rem',
  align: 'end',
  card: 'hidden',
  cell: ({ distanceMiles }) => (distanceMiles === null ? '—' : `${showWhole(distanceMiles)} mi`),
};

const awayText = (load: LoadRow): string | null => {
  const miles = deadheadOf(load);
  return miles === null ? null : `${showWhole(miles)} mi away`;
};

/** The distance of the move, and the distance to its pick-up. */
const distances: LoadColumn = {
  ...distance,
  card: 'line',
  width: '6.25rem',
  cell: (load) => <CardLines first={distance.cell(load)} second={awayText(load)} />,
};

const size: LoadColumn = {
  id: 'size',
  header: 'Size',
  width: '7.5rem',
  align: 'end',
  cell: ({ weightLb, volumeCuft, moveSize }) => (
    <CardLines
      first={weightLb === null ? (moveSize ?? '—') : `${showWhole(weightLb)} lb`}
      second={
        weightLb !== null &&
        [volumeCuft !== null && `${showWhole(volumeCuft)} ft³`, moveSize].filter(Boolean).join(' · ')
      }
    />
  ),
};

const pay: LoadColumn = {
  id: 'pay',
  header: 'Your pay',
  width: '7rem',
  align: 'end',
  card: 'end',
  cardLabel: 'Your pay',
  cell: ({ award }) => <Money cents={award?.amount} />,
};

const sheetPrice: LoadColumn = {
  id: 'sheet',
  header: 'Sheet price',
  cardLabel: 'Sheet price',
  width: '6.5rem',
  align: 'end',
  cell: ({ suggestedPrice, suggestedPerMile }) =>
    suggestedPrice === null ? (
      <span className="text-gray-500 cards:hidden">—</span>
    ) : (
      <CardLines
        first={<Money cents={suggestedPrice} />}
        second={suggestedPerMile !== null && <>{showMoney(suggestedPerMile)} a mile</>}
      />
    ),
};

const bid: LoadColumn = {
  id: 'bid',
  header: 'Your bid',
  width: 'minmax(7rem, 0.8fr)',
  cell: (load) => {
    const state = bidState(load);
    if (!load.bid && load.invitedAt)
      return (
        <CardLines
          first={<Badge tone="blue">Invited to bid</Badge>}
          second={<RelativeTime instant={load.invitedAt} />}
        />
      );
    if (!load.bid || !state) return <span className="text-gray-500 cards:hidden">—</span>;
    return (
      <CardLines
        first={
          <>
            <span className="mr-1 text-xs text-gray-500 rows:hidden">Your bid</span>
            <StateDot tone={state.tone}>{state.word}</StateDot>
          </>
        }
        second={<Money cents={load.bid.amount} />}
      />
    );
  },
};

const posted = (isNew: (load: LoadRow) => boolean): LoadColumn => ({
  id: 'posted',
  header: 'Posted',
  width: '6rem',
  card: 'end',
  cell: (load) => (
    <span className="inline-flex items-center gap-1.5">
      <RelativeTime instant={load.postedAt} />
      {isNew(load) && <Badge tone="green">New</Badge>}
    </span>
  ),
});

const available = (isNew: (load: LoadRow) => boolean): readonly LoadColumn[] => [
  route,
  pickUp,
  distances,
  size,
  sheetPrice,
  bid,
  posted(isNew),
];

/** Everything the carrier has bid on, including what has left the board: the outcome matters. */
export const bidColumns = (): readonly LoadColumn[] => [
  route,
  bid,
  {
    id: 'why',
    header: 'Updated',
    // Fits the longest of the usual news; a reason that somebody wrote may be longer.
    width: 'minmax(15rem, 1.2fr)',
    cell: (load) =>
      load.bid && <CardLines first={bidNews(load) ?? '—'} second={<RelativeTime instant={newsAt(load.bid)} />} />,
  },
  // With room for a delivery next year.
  { ...pickUp, width: 'minmax(9rem, 0.8fr)' },
  size,
];

/** The relevant columns of each tab; a new tab without columns does not compile. */
export const loadColumns: Record<
  LoadTab,
  (isNew: (load: LoadRow) => boolean, unreadOf: (load: LoadRow) => number) => readonly LoadColumn[]
> = {
  available,
  open: (_, unreadOf) => [
    { ...routeWithUnread(unreadOf), width: 'minmax(11rem, 2fr)' },
    {
      id: 'state',
      header: 'Status',
      width: 'minmax(9.5rem, 1fr)',
      cell: (load) => {
        const state = jobState(load);
        return (
          state && (
            <CardLines
              first={<StateDot tone={state.tone}>{state.word}</StateDot>}
              second={
                load.award && (
                  <>
                    awarded <RelativeTime instant={load.award.awardedAt} />
                  </>
                )
              }
            />
          )
        );
      },
    },
    {
      id: 'start',
      header: 'Start',
      width: '6rem',
      card: 'hidden',
      cell: (load) => startOf(load)?.day ?? '—',
    },
    pickUp,
    distance,
    size,
    pay,
  ],
  completed: (_, unreadOf) => [
    routeWithUnread(unreadOf),
    {
      id: 'start',
      header: 'Started',
      width: '9rem',
      cell(load) {
        const start = startOf(load);
        return start ? <CardLines first={start.day} second={start.isPlanned && 'planned'} /> : '—';
      },
    },
    distance,
    size,
    {
      id: 'paid',
      header: 'Payment',
      width: 'minmax(9rem, 0.8fr)',
      cell(load) {
        const state = payState(load);
        return state && <CardLines first={<StateDot tone={state.tone}>{state.word}</StateDot>} second={state.news} />;
      },
    },
    pay,
  ],
};
