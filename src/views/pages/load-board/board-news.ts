import { createContext, use } from 'react';

/** Which loads the carrier has seen: everything posted later is new. */
export interface BoardNews {
  /** UTC ISO 8601; loads posted later are new. */
  since: string;
  /** The carrier has now seen everything up to this instant. */
  see: (instant: string) => void;
  /** Unread messages from the broker, by the load of the job. */
  unread: ReadonlyMap<string, number>;
  standingBids: number;
  /** A bid was won or lost since the carrier last viewed its bids. */
  hasOutcome: boolean;
  /** The carrier is viewing its bids. */
  seeOutcomes: () => void;
}

export const BoardNewsContext = createContext<BoardNews | null>(null);

export function useBoardNews(): BoardNews {
  const news = use(BoardNewsContext);
  if (!news) throw new Error('no frame of the load board above this component');
  return news;
}
