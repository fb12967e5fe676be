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

/** The shortest path that ends with something that was not taken yet; empty if there is none. */
function wayToNew<Place, Step>(
  { keyOf, stepsFrom, takes }: Ground<Place, Step>,
  start: Place,
  taken: ReadonlySet<string>,
): { step: Step; to: Place }[] {
  const known = new Set([keyOf(start)]);
  const ways = [{ at: start, way: [] as { step: Step; to: Place }[] }];
  for (const { at, way } of ways) {
    for (const next of stepsFrom(at)) {
      if (takes(next.step).some((name) => !taken.has(name))) return [...way, next];
      if (known.has(keyOf(next.to))) continue;
      known.add(keyOf(next.to));
      ways.push({ at: next.to, way: [...way, next] });
    }
  }
  return [];
}
