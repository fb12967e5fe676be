import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { LifecycleModel, PathModel } from '../models/path-model.ts';

/** A transition as a machine defines it, before it is evaluated. States by their path: `live.new`. */
export interface Definition {
  state: string;
  event: string;
  /** Null if the state stays the same. */
  target: string | null;
  guards: string[];
}

export type Guard =
  | string
  | { type: string; params?: unknown }
  | (((...args: never[]) => unknown) & { guards?: Guard[] });

interface LooseTransition {
  target: AnyStateNode[] | undefined;
  guard: Guard | undefined;
}

/** The phrases of a guard that must all hold; `not` and `or` are part of the phrase. */
export function phrasesOf(guard: Guard | undefined): string[] {
  if (!guard) return [];
  if (typeof guard === 'string') return [guard];
  if (typeof guard === 'object')
    return [typeof guard.params === 'string' ? `${guard.type} (${guard.params})` : guard.type];
  const inner = (guard.guards ?? []).map(phrasesOf);
  // XState's and(), or(), and not() are functions with these names.
  if (guard.name === 'not') return [`not (${inner.flat().join(' and ')})`];
  if (guard.name === 'or') return [inner.map((phrases) => phrases.join(' and ')).join(' or ')];
  return inner.flat();
}

const pathOf = (node: AnyStateNode): string => node.path.join('.');

/** The event name of a transition that waits for no event. */
export const ALWAYS = 'always';

export function transitionsOf(node: AnyStateNode): Definition[] {
  const always = (node.always ?? []) as unknown as LooseTransition[];
  return [...(node.transitions as Map<string, LooseTransition[]>), [ALWAYS, always] as const].flatMap(
    ([event, candidates]) =>
      candidates.map(({ target, guard }) => ({
        state: pathOf(node),
        event,
        target: target?.[0] ? pathOf(target[0]) : null,
        guards: phrasesOf(guard),
      })),
  );
}

/** A machine without states is itself the state in which everything happens. */
export const drawnStatesOf = (machine: AnyStateMachine): AnyStateNode[] =>
  isStateless(machine) ? [machine.root] : statesOf(machine);
export const isStateless = ({ root }: AnyStateMachine): boolean => Object.keys(root.states).length === 0;

export function statesOf(machine: AnyStateMachine): AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] =>
    Object.values(node.states).flatMap((child: AnyStateNode) => [child, ...below(child)]);
  return below(machine.root);
}

/** The name of a state in a diagram: `quote sent`, `unknown role`. */
export const stateName = ({ key }: AnyStateNode): string =>
  key
    .replaceAll(/[-_]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);

export const definitionsOf = (machine: AnyStateMachine): Definition[] =>
  [machine.root, ...statesOf(machine)].flatMap(transitionsOf);

/** The same model with another machine: from another revision, or changed on purpose. */
export function overMachine<M extends PathModel>(model: M, machine: AnyStateMachine): M;
export function overMachine(model: PathModel, machine: AnyStateMachine): PathModel {
  if (model.kind === 'flow') return model.over(machine);
  const nodes = new Map([machine.root, ...statesOf(machine)].map((node) => [node.id, node]));
  const snapshot: LifecycleModel['snapshot'] = (place, facts) => {
    const { value, context, historyValue } = model.snapshot(place, facts) as {
      value: object;
      context: unknown;
      historyValue: Record<string, AnyStateNode[]>;
    };
    const kept = Object.entries(historyValue ?? {}).map(([id, remembered]) => [
      id,
      remembered.map((node) => nodes.get(node.id)!),
    ]);
    return machine.resolveState({ value, context, historyValue: Object.fromEntries(kept) } as never);
  };
  return { ...model, machine, snapshot };
}
