import type { LeadPageQuery } from '#src/generated/graphql/graphql.ts';
import type { MoveSubject } from '#src/views/agent-lead/moves/use-move.ts';
import type { LeadRow } from '#src/views/agent-lead/lead-lifecycle.ts';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';

/** The lead of the page's one query, with the fragments of all its panels. */
export type PageLead = LeadPageQuery['agentLead'];

/** What the panels can ask of the page. */
export interface LeadActions {
  /** Of the page's lead, or of the one that was just written. */
  open: (move: AgentMove, subject?: MoveSubject & { lead?: LeadRow; after?: () => void }) => void;
  logCall: () => void;
  again: () => void;
  isSharing: boolean;
  /** The page of the client’s move: its link copied, or mailed. */
  handOutPage: (isMailed: boolean) => Promise<void>;
  share: () => Promise<void>;
  sendPaymentLink: () => Promise<void>;
  revoke: (linkId: string) => void;
  seeBids: () => void;
}
