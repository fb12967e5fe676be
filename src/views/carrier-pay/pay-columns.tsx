import { StateDot } from '#src/views/ui/badge.tsx';
import { CardLines } from '#src/views/ui/card-lines.tsx';
import type { Column } from '#src/views/ui/data-table.types.ts';
import { showDate } from '#src/views/ui/dates.ts';
import { Money } from '#src/views/ui/money.tsx';
import { ageOf, type PayRow, showDue } from './pay-names.ts';
import { dueNews, PAY_NAMES } from '#src/views/ui/pay-words.ts';

/** `today` is the brokerage's date, which the list includes. */
export const payColumns = (today: string): readonly Column<PayRow>[] => [
  {
    id: 'route',
    header: 'Job',
    width: 'minmax(13rem, 2fr)',
    cell: ({ route, reference }) => (
      <CardLines isTitle first={<span className="font-medium text-gray-900">{route}</span>} second={reference} />
    ),
  },
  {
    id: 'delivered',
    header: 'Delivered',
    cardLabel: 'Delivered',
    width: '7.5rem',
    cell: ({ deliveredOn }) => <CardLines first={showDate(deliveredOn)} second={ageOf(deliveredOn, today)} />,
  },
  {
    id: 'state',
    header: 'Status',
    width: 'minmax(8.5rem, 0.8fr)',
    cell: ({ state, askedOn }) => (
      <CardLines
        first={<StateDot tone={PAY_NAMES[state].tone}>{PAY_NAMES[state].word}</StateDot>}
        second={state !== 'paid' && askedOn && `You asked ${showDate(askedOn)}`}
      />
    ),
  },
  {
    id: 'due',
    header: 'Due',
    width: 'minmax(9rem, 0.8fr)',
    cell: (job) =>
      job.state === 'paid' ? (
        <CardLines first={job.paidOn && `Paid ${showDate(job.paidOn)}`} />
      ) : (
        <CardLines
          first={
            <>
              {job.dueOn && <span className="mr-1 text-xs text-gray-500 rows:hidden">Due</span>}
              {showDue(job)}
            </>
          }
          second={dueNews(job, today)}
        />
      ),
  },
  {
    id: 'pay',
    header: 'Your pay',
    cardLabel: 'Your pay',
    width: '8rem',
    align: 'end',
    cell: ({ amount, paid, state }) => (
      <CardLines
        first={<Money cents={amount} />}
        second={
          state !== 'paid' &&
          paid > 0 && (
            <>
              <Money cents={paid} /> paid
            </>
          )
        }
      />
    ),
  },
];
