/** One cell of a carrier's sheet: a distance band and a weight band with their price. Money in cents. */
export interface PricingRow {
  /** Miles, from (inclusive) and to (exclusive). */
  miles_from: number;
  miles_to: number;
  /** Pounds, from (inclusive) and to (exclusive). */
  lb_from: number;
  lb_to: number;
  /** Cents per 100 lb. */
  rate_per_cwt: number;
  /** Cents; the least that a job in this band costs. */
  minimum: number;
}

export interface SheetPrice {
  /** Cents; null where the sheet has no row for the job, or the job has no distance or weight. */
  price: number | null;
  /** The working, line by line. */
  steps: string[];
}

const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const dollars = (cents: number) => `$${twoDecimals.format(cents / 100)}`;

/** Prices a job from a sheet; `ratio` is the factor that the agents have set for the carrier. */
export function priceFromSheet(rows: PricingRow[], ratio: number, job: { miles: number | null; weightLb: number | null }): SheetPrice {
  const { miles, weightLb } = job;
  if (miles === null) return { price: null, steps: ['The distance of the job is not known.'] };
  if (weightLb === null) return { price: null, steps: ['The weight of the job is not known.'] };
  const row = rows.find((one) => miles >= one.miles_from && miles < one.miles_to && weightLb >= one.lb_from && weightLb < one.lb_to);
  if (!row) return { price: null, steps: [`The sheet has no row for ${miles} miles and ${weightLb.toLocaleString('en-US')} lb.`] };
  const byWeight = Math.round((weightLb / 100) * row.rate_per_cwt);
  const base = Math.max(byWeight, row.minimum);
  const price = Math.round(base * ratio);
  return {
    price,
    steps: [
      `${(weightLb / 100).toLocaleString('en-US')} cwt × ${dollars(row.rate_per_cwt)} = ${dollars(byWeight)}`,
      ...(base > byWeight ? [`Minimum for this band: ${dollars(row.minimum)}`] : []),
      ...(ratio === 1 ? [] : [`× ratio ${ratio} = ${dollars(price)}`]),
    ],
  };
}
