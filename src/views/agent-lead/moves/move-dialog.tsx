import type { FunctionComponent } from 'react';
import type { AgentMove } from '#src/machines/agent-lead/agent-lead.moves.ts';
import type { MoveFormProps } from './use-move.ts';
import { lazy, LazyBoundary } from '#src/views/ui/lazy.tsx';

const form = (load: () => Promise<{ default: FunctionComponent<MoveFormProps> }>) => lazy(load);

/** Each move has its form; a new event of the lifecycle without one does not compile. */
const forms: Record<AgentMove, FunctionComponent<MoveFormProps>> = {
  'lead.edited': form(() => import('../form/edit-lead.tsx')),
  'lead.archived': form(() => import('./archive-form.tsx')),
  'lead.restored': form(() => import('./restore-form.tsx')),
  'lead.followed-up': form(() => import('./follow-up-form.tsx')),
  'quote.sent': form(() => import('./send-quote-form.tsx')),
  'contract.sent': form(() => import('./send-contract-form.tsx')),
  'contract.marked-signed': form(() => import('./mark-contracted-form.tsx')),
  'contract.reopened': form(() => import('./reopen-contract-form.tsx')),
  'load.posted': form(() => import('./post-load-form.tsx')),
  'load.taken-off': form(() => import('./take-off-form.tsx')),
  'carrier.awarded': form(() => import('./award-form.tsx')),
  'carrier.special-awarded': form(() => import('./special-award-form.tsx')),
  'award.withdrawn': form(() => import('./withdraw-award-form.tsx')),
  'carrier.dropped': form(() => import('./drop-carrier-form.tsx')),
  'contract.closed': form(() => import('./close-contract-form.tsx')),
  'contract.corrected': form(() => import('./correct-closing-form.tsx')),
  'invoice.sent': form(() => import('./send-invoice-form.tsx')),
  'payment.recorded': form(() => import('./record-payment-form.tsx')),
};

/** The dialog of one move of one lead. Mount it to open it; it says when it wants to be closed. */
export function MoveDialog({ move, ...props }: MoveFormProps & { move: AgentMove }) {
  const Form = forms[move];
  return (
    <LazyBoundary>
      <Form {...props} />
    </LazyBoundary>
  );
}
