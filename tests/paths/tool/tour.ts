/** What can be walked step by step: places, and the steps from each. */
export interface Ground<Place, Step> {
  start: Place;
  keyOf: (place: Place) => string;
  stepsFrom: (place: Place) => readonly { step: Step; to: Place }[];
  /** The names of what a step takes; the tour ends when everything that can be reached is taken. */
  takes: (step: Step) => readonly string[];
}

/**
 * Walks that together take everything, each always moving on to the nearest thing that was not taken yet. It is one
 * walk, as one person would do it, unless it reaches a dead end: then the next one begins.
 */
export function tourOf<Place, Step>(ground: Ground<Place, Step>): Step[][] {
  const taken = new Set<string>();
  const tours: Step[][] = [];
  for (;;) {
    const tour: Step[] = [];
    let at = ground.start;
    for (let way = wayToNew(ground, at, taken); way.length > 0; way = wayToNew(ground, at, taken)) {
      for (const { step, to } of way) {
        tour.push(step);
        for (const name of ground.takes(step)) taken.add(name);
        at = to;
      }
    }
    if (tour.length === 0) return tours;
    tours.push(tour);
  }
}

/**
 * The shortest path that ends with something that was not taken yet, of equally short ones the one to the place with
 * the most of it; empty if there is none.
 */
function wayToNew<Place, Step>(
  { keyOf, stepsFrom, takes }: Ground<Place, Step>,
  start: Place,
  taken: ReadonlySet<string>,
): { step: Step; to: Place }[] {
  const isNew = ({ step }: { step: Step }) => takes(step).some((name) => !taken.has(name));
  const known = new Set([keyOf(start)]);
  let ways = [{ at: start, way: [] as { step: Step; to: Place }[] }];
  while (ways.length > 0) {
    const onward = ways.flatMap(({ at, way }) => stepsFrom(at).map((next) => [...way, next]));
    const found = onward.filter((way) => isNew(way.at(-1)!));
    if (found.length > 0) {
      const left = found.map((way) => stepsFrom(way.at(-1)!.to).filter(isNew).length);
      return found[left.indexOf(Math.max(...left))]!;
    }
    ways = [];
    for (const way of onward) {
      const at = way.at(-1)!.to;
      if (known.has(keyOf(at))) continue;
      known.add(keyOf(at));
      ways.push({ at, way });
    }
  }
  return [];
}
