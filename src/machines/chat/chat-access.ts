/** Access to a home, as described by a client. Null if not mentioned. */
export interface ChatAccess {
  /** Street and number. */
  address: string | null;
  /** 1 is the ground floor. */
  floor: number | null;
  /** Steps; 0 if the client mentioned that there are none. */
  stairs: number | null;
  has_elevator: boolean | null;
  /** Distance from the door to where a truck can park; 0 if it parks at the door. */
  long_carry_ft: number | null;
  needs_shuttle: boolean | null;
  /** Anything without its own field, in the client's words: a permit, an elevator to be reserved. */
  note: string | null;
}

/** Plausible values for a home, as for a stop of a lead. */
export const ACCESS_BOUNDS = {
  floor: { minimum: -5, maximum: 200 },
  stairs: { minimum: 0, maximum: 500 },
  long_carry_ft: { minimum: 0, maximum: 5000 },
} as const;

export const NO_ACCESS: ChatAccess = {
  address: null,
  floor: null,
  stairs: null,
  has_elevator: null,
  long_carry_ft: null,
  needs_shuttle: null,
  note: null,
};

export type KnownAccess = Partial<ChatAccess>;

/** Only the known fields. */
export const saidOf = (access: KnownAccess): KnownAccess =>
  Object.fromEntries(
    Object.keys(NO_ACCESS).flatMap((key) => {
      const value = access[key as keyof ChatAccess];
      return value === null || value === undefined || value === '' ? [] : [[key, value]];
    }),
  );

export const isAccessKnown = (access: KnownAccess): boolean => Object.keys(saidOf(access)).length > 0;

/** A short description; empty if nothing is known. */
export function accessWords(access: KnownAccess): string {
  const { address, floor, stairs, has_elevator, long_carry_ft, needs_shuttle, note } = saidOf(access);
  return [
    address,
    floor !== undefined && (floor === 1 ? 'ground floor' : floor! < 1 ? 'basement' : `floor ${floor}`),
    has_elevator === true && 'elevator',
    has_elevator === false && 'no elevator',
    stairs === 0 && 'no stairs',
    stairs ? `${stairs} ${stairs === 1 ? 'step' : 'steps'}` : null,
    long_carry_ft === 0 && 'truck parks at the door',
    long_carry_ft ? `${long_carry_ft} ft carry` : null,
    needs_shuttle === true && 'shuttle truck needed',
    needs_shuttle === false && 'no shuttle truck needed',
    note,
  ]
    .filter(Boolean)
    .join(', ');
}
