import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { agentLeadLifecycle } from '#src/machines/agent-lead/agent-lead.lifecycle.ts';
import { agreementLifecycle } from '#src/machines/agreement/agreement.lifecycle.ts';
import { bidLifecycle } from '#src/machines/bid/bid.lifecycle.ts';
import { chatLifecycle } from '#src/machines/chat/chat.lifecycle.ts';
import { defineLifecycle } from '#src/machines/lifecycle.ts';
import { mailingLifecycle } from '#src/machines/mailing/mailing.lifecycle.ts';
import { purchaseLifecycle } from '#src/machines/marketplace/purchase.lifecycle.ts';
import { stateLeadLifecycle } from '#src/machines/state-lead/state-lead.lifecycle.ts';
import { subscriptionLifecycle } from '#src/machines/subscription/subscription.lifecycle.ts';

/** The lifecycles that the API judges by and that can be walked through it. */
const judging: Record<string, object> = Object.fromEntries(
  [
    agentLeadLifecycle,
    agreementLifecycle,
    bidLifecycle,
    chatLifecycle,
    mailingLifecycle,
    purchaseLifecycle,
    stateLeadLifecycle,
    subscriptionLifecycle,
  ].map((lifecycle) => [lifecycle.id, lifecycle]),
);

/** Whether the product can be made to judge by another machine there. */
export const canBeMutated = (id: string): boolean => id in judging;

type Definition = Parameters<typeof defineLifecycle>[0];

/** Lets the product in this process judge by another machine, until what is returned is called. */
export function judgeBy(id: string, machine: AnyStateMachine): () => void {
  const lifecycle = judging[id] as ReturnType<typeof defineLifecycle>;
  const { judge, snapshot } = lifecycle;
  const definition = lifecycle.definition as Definition;
  // A state that was set aside is remembered as nodes, of which each machine has its own.
  const historyOf = (state: unknown) =>
    Object.fromEntries(
      Object.entries(definition.historyOf?.(state) ?? {}).map(([node, remembered]) => [
        node,
        (remembered as AnyStateNode[]).map((one) => machine.getStateNodeById(one.id)),
      ]),
    );
  const mutated = defineLifecycle({ ...definition, machine, historyOf });
  Object.assign(lifecycle, { judge: mutated.judge, snapshot: mutated.snapshot });
  return () => void Object.assign(lifecycle, { judge, snapshot });
}
