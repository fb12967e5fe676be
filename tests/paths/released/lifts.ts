import type { MigrationStep } from '#src/api/database/database.ts';
import type { Lift } from '#src/api/engine/lift.ts';
import type { Definition } from './definition.ts';

/** The lifts among the migrations, in the order in which they run. */
export const liftsOf = async (migrations: Readonly<Record<string, () => Promise<MigrationStep>>>): Promise<Lift[]> =>
  (await Promise.all(Object.values(migrations).map((load) => load()))).flatMap(({ lift }) => lift ?? []);

/**
 * Checks that the rows of a lifecycle get from each of its released versions to the next one, and nowhere else.
 *
 * @param versions its released definitions, from the first to the current one
 * @param lifts of all lifecycles, in the order in which they run
 * @param stateOf the state in rows for a place, if the model distinguishes places that rows do not
 * @returns what is missing, in sentences; empty if every row is lifted correctly
 */
export function wrongLifts(
  released: readonly Definition[],
  lifts: readonly Lift[],
  stateOf: (place: string) => string = (place) => place,
): string[] {
  const statesOf = (places: readonly string[]) => [...new Set(places.map(stateOf))];
  const versions = released.map((one) => ({ ...one, places: statesOf(one.places) }));
  const model = versions[0]!.model;
  const own = lifts
    .filter(({ lifecycle }) => lifecycle === model)
    .map((lift) => ({ ...lift, brings: statesOf(lift.brings) }));
  const order = own.map(({ version }) => version);
  const wrong = versions.slice(1).flatMap((after, index) => {
    const found = own.filter(({ version }) => version === after.version);
    if (found.length === 0)
      return [
        `No migration carries the rows of ${model} to version ${after.version}: \`npm run paths -- release ${model}\` writes one.`,
      ];
    if (found.length > 1) return [`${found.length} migrations carry the rows of ${model} to version ${after.version}.`];
    return wrongPlaces(found[0]!, versions[index]!, after);
  });
  const unknown = order.filter((version) => !versions.slice(1).some((one) => one.version === version));
  return [
    ...wrong,
    ...unknown.map(
      (version) => `A migration carries the rows of ${model} to version ${version}, which is not released.`,
    ),
    ...(order.join() === order.toSorted((a, b) => a - b).join()
      ? []
      : [`The migrations of ${model} run in the order ${order.join(', ')}.`]),
  ];
}

function wrongPlaces({ lifecycle, version, becomes, brings }: Lift, before: Definition, after: Definition): string[] {
  const lift = `The lift of ${lifecycle} to version ${version}`;
  const arrived = [...Object.values(becomes), ...brings];
  return [
    ...before.places
      .filter((place) => !(place in becomes))
      .map((place) => `${lift} does not say where rows in "${place}" go.`),
    ...Object.keys(becomes)
      .filter((place) => !before.places.includes(place))
      .map((place) => `${lift} starts from "${place}", which is no place of version ${before.version}.`),
    ...Object.entries(becomes)
      .filter(([, place]) => !after.places.includes(place))
      .map(([from, to]) =>
        to === ''
          ? `${lift} does not say where rows in "${from}" go.`
          : `${lift} leads from "${from}" to "${to}", which is no place of version ${version}.`,
      ),
    ...brings
      .filter((place) => !after.places.includes(place))
      .map((place) => `${lift} brings "${place}", which is no place of version ${version}.`),
    ...after.places
      .filter((place) => !arrived.includes(place))
      .map((place) => `${lift} neither leads to "${place}" nor brings it: rows could not be written in it.`),
  ];
}
