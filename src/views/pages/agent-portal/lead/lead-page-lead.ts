import type { AgentLeadRowFragment, EstimatePartsFragment, LeadBidsFragment, LeadDetailsFragment, LeadEstimatesFragment, LeadFilesFragment, LeadHistoryFragment, LeadPapersFragment } from '#src/generated/graphql/graphql.ts';
import type { AgentMove } from '#src/views/agent-lead/moves/move-dialog.tsx';

/** The lead of the page's one query, with the fragments of all its panels. */
export type PageLead = AgentLeadRowFragment &
  LeadDetailsFragment &
  LeadPapersFragment &
  LeadFilesFragment &
  Omit<LeadEstimatesFragment, 'estimates'> & { estimates: readonly EstimatePartsFragment[] } & LeadBidsFragment &
  LeadHistoryFragment;

/** What the panels can ask of the page. */
export interface LeadActions {
  open: (move: AgentMove) => void;
  again: () => void;
  isSharing: boolean;
  share: () => Promise<void>;
  revoke: (linkId: string) => void;
  seeBids: () => void;
}
