/** In milliseconds, except for the last one, which has no unit. */
export interface Vitals {
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
}

/**
 * Lighthouse 13, mobile: the weight of each metric, and the values that score 90 and 50 points. The fifth metric, Speed
 * Index, requires a video.
 */
const CURVES: Record<keyof Vitals, { weight: number; good: number; middling: number }> = {
  fcp: { weight: 10, good: 1800, middling: 3000 },
  lcp: { weight: 25, good: 2500, middling: 4000 },
  tbt: { weight: 30, good: 200, middling: 600 },
  cls: { weight: 25, good: 0.1, middling: 0.25 },
};
/** The argument at which the complementary error function is one fifth. */
const FIFTH = 0.9061938024368232;

/** The performance score from 0 to 1, without the Speed Index. */
export function performanceOf(vitals: Vitals): number {
  const all = Object.entries(CURVES) as [keyof Vitals, (typeof CURVES)[keyof Vitals]][];
  const sum = all.reduce((total, [name, curve]) => total + curve.weight * scoreOf(vitals[name], curve), 0);
  return sum / all.reduce((total, [, { weight }]) => total + weight, 0);
}

/** The share of web pages that are slower, assuming a log-normal distribution. */
function scoreOf(value: number, { good, middling }: { good: number; middling: number }): number {
  if (value <= 0) return 1;
  const x = (Math.log(value / middling) * FIFTH) / -Math.log(good / middling);
  return Math.min(1, (1 - errorFunction(x)) / 2);
}

/** Abramowitz and Stegun 7.1.26. */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const y = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - y * Math.exp(-x * x));
}
