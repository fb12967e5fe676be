import type { AnyStateMachine, AnyStateNode } from 'xstate';

/** A state of a lifecycle that a record can be in: the path of a state without child states. */
export interface GraphNode {
  id: string;
  path: string[];
}

export interface GraphEdge {
  from: string;
  to: string;
  event: string;
}

interface LooseTransition {
  target: AnyStateNode[] | undefined;
}

const isLeaf = (node: AnyStateNode): boolean => node.type !== 'history' && Object.keys(node.states).length === 0;

/** The leaf reached by entering a state: follows initial states all the way down. */
function leafOf(node: AnyStateNode): AnyStateNode {
  if (isLeaf(node)) return node;
  const first = node.initial.target[0];
  return first ? leafOf(first) : node;
}

const idOf = (node: AnyStateNode): string => node.path.join('.');

/** The lifecycle as a graph, derived from the machine: leaf states, and transitions that change the state. */
export function graphOf(machine: AnyStateMachine): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const nodes: GraphNode[] = [];
  const edges: GraphEdge[] = [];
  const visit = (node: AnyStateNode, inherited: AnyStateNode[]): void => {
    const line = [...inherited, node];
    if (!isLeaf(node)) {
      for (const child of Object.values(node.states)) if (child.type !== 'history') visit(child, line);
      return;
    }
    nodes.push({ id: idOf(node), path: node.path });
    for (const owner of line) {
      for (const [event, transitions] of owner.transitions as Map<string, LooseTransition[]>) {
        for (const { target } of transitions) {
          // A history target can lead anywhere, so no edge is drawn for it.
          const goal = target?.[0];
          if (goal && goal.type !== 'history' && leafOf(goal) !== node)
            edges.push({ from: idOf(node), to: idOf(leafOf(goal)), event });
        }
      }
    }
  };
  visit(machine.root, []);
  return { nodes, edges };
}

/** One transition as declared in the lifecycle. */
export interface DeclaredTransition {
  /** The path of the state that declares it, which may have child states; empty for the root. */
  owner: string;
  event: string;
  /** The leaf that it enters; null if it does not change the state, `back` if it returns to the previous state. */
  to: string | null;
}

/** Every transition that the lifecycle declares, without duplicates, in declaration order. */
export function transitionsOf(machine: AnyStateMachine): DeclaredTransition[] {
  const found = new Map<string, DeclaredTransition>();
  const visit = (node: AnyStateNode): void => {
    for (const [event, transitions] of node.transitions as Map<string, LooseTransition[]>) {
      for (const { target } of transitions) {
        const goal = target?.[0];
        const to = !goal ? null : goal.type === 'history' ? 'back' : idOf(leafOf(goal));
        found.set([idOf(node), event, to].join('>'), { owner: idOf(node), event, to });
      }
    }
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root);
  return [...found.values()];
}

/** The state that handles an event in a place: the place itself or its nearest ancestor; null if none does. */
export function ownerOf(transitions: readonly DeclaredTransition[], place: string, event: string): string | null {
  const parts = place.split('.');
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const owner = parts.slice(0, depth).join('.');
    if (transitions.some((one) => one.owner === owner && one.event === event)) return owner;
  }
  return null;
}
