/** Why something is refused, from the phrases of guards: "Only possible if a card is on file and an invoice is open." */
export const onlyIf = (unmet: readonly string[]): string => `Only possible if ${unmet.join(' and ')}.`;

/** The phrase with which a sentence begins: "The card is on file". */
export const sentence = (phrase: string): string => `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`;
