/** Why something is refused, from the phrases of guards: "Only possible if a card is on file and an invoice is open." */
export const onlyIf = (unmet: readonly string[]): string => `Only possible if ${unmet.join(' and ')}.`;
