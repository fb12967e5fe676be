/** Why something is refused, from guard phrases: "Only possible if a card is on file and an invoice is open." */
export const onlyIf = (unmet: readonly string[]): string => `Only possible if ${unmet.join(' and ')}.`;

/** The phrase capitalized, to begin a sentence: "The card is on file". */
export const sentence = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`;
