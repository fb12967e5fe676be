import { addDays, dateIn } from '#src/machines/calendar/days.ts';
import type { Plot, Step } from './demo-plots.ts';
import type { World } from './lead-story.ts';
import { DAY, HOUR, MINUTE } from '#src/machines/calendar/durations.ts';

/**
 * When the last event before the move happened: range of hours before now. Leads in motion are dated by their move
 * instead.
 */
const LAST_STEP: Partial<Record<Plot, [number, number]>> = {
  new: [0.4, 70],
  'follow-up': [3, 120],
  'quote-sent': [1, 190],
  accepted: [1, 60],
  'contract-sent': [1, 170],
  contracted: [1, 120],
  'award-carrier': [0.3, 80],
  'awaiting-carrier': [1, 90],
};
/** The first day of the pick-up: range of days from today. */
const MOVE_DAY: Record<Plot, [number, number]> = {
  new: [9, 75],
  'follow-up': [10, 70],
  'quote-sent': [9, 60],
  accepted: [9, 60],
  'contract-sent': [8, 50],
  contracted: [6, 45],
  'award-carrier': [4, 38],
  'awaiting-carrier': [3, 24],
  'in-progress': [-4, 3],
  closed: [-22, -10],
  invoiced: [-38, -14],
  paid: [-110, -26],
};

export interface Schedule {
  moveDate: string;
  /** For a lead that someone must get back to. */
  followUpDate: string | null;
  /** Assigns a time to each step, never in the future. `isMoved`: the second part comes after the move. */
  place(
    sales: Step[],
    after: Step[],
    moveDateLast: string | null,
    isMoved: boolean,
  ): { created: Date; steps: { at: Date; run: Step['run'] }[] };
}

export function scheduleOf(world: World, plot: Plot, index: number, today: string): Schedule {
  const { chance, now } = world;
  const moveDate = addDays(today, chance.between(...MOVE_DAY[plot]));
  const followUp = plot === 'follow-up' ? followUpOf(index, today) : null;
  return {
    moveDate,
    followUpDate: followUp?.date ?? null,
    place(sales, after, moveDateLast, isMoved) {
      const range = LAST_STEP[plot];
      const hours = range ? range[0] + chance.fraction() * (range[1] - range[0]) : 24 + chance.fraction() * 100;
      const anchor = range ? now.getTime() : Math.min(now.getTime(), Date.parse(`${moveDate}T12:00:00Z`));
      const last = followUp?.at.getTime() ?? anchor - hours * HOUR;
      let left = sales.reduce((sum, step) => sum + step.hours, 0);
      const atWork = (time: number) => workingTime(new Date(Math.min(time, now.getTime() - MINUTE)), now);
      const created = atWork(last - left * HOUR);
      const steps = sales.map((step) => {
        left -= step.hours;
        return { at: atWork(last - left * HOUR), run: step.run };
      });
      let time = isMoved ? Date.parse(`${moveDateLast!}T20:00:00Z`) : last;
      for (const step of after) {
        time += step.hours * HOUR;
        steps.push({ at: atWork(time), run: step.run });
      }
      return { created, steps };
    },
  };

  /** A quarter is due today, a quarter is overdue, half is upcoming; each was set before its date. */
  function followUpOf(position: number, day: string): { date: string; at: Date } {
    if (position % 4 === 0) return { date: day, at: hoursAgo(26, 120) };
    if (position % 4 === 1) {
      const at = hoursAgo(80, 220);
      return { date: addDays(dateIn(world.zone, at), 1), at };
    }
    return { date: addDays(day, chance.between(1, 12)), at: hoursAgo(3, 100) };
  }

  function hoursAgo(from: number, to: number): Date {
    return new Date(now.getTime() - (from + chance.fraction() * (to - from)) * HOUR);
  }
}

/**
 * The same day, but between nine and half past six Eastern, when people work. Times of the current day stay unchanged,
 * because they could otherwise end up in the future. Keeps the order of any two times.
 */
function workingTime(at: Date, now: Date): Date {
  const day = Math.floor(at.getTime() / DAY) * DAY;
  if (day + DAY > now.getTime()) return at;
  const share = (at.getTime() - day) / DAY;
  return new Date(day + 13.5 * HOUR + Math.round(share * 9 * HOUR));
}
