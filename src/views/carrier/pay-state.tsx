import { StateDot } from '#src/views/ui/badge.tsx';
import { type LoadRow, payState } from './load-names.ts';

/** "Overdue, 37 days late", in one line; nothing before the delivery. */
export function PayState({ of }: { of: LoadRow }) {
  const state = payState(of);
  if (!state) return null;
  const { tone, word, news } = state;
  return (
    <StateDot tone={tone}>
      {word}
      {news && `, ${news.charAt(0).toLowerCase()}${news.slice(1)}`}
    </StateDot>
  );
}
