/** "Columbus, OH 43215", or only "Columbus, OH". */
export const placeWords = ({ city, state, zip }: { city: string; state: string; zip: string | null }): string =>
  [`${city}, ${state}`, zip].filter(Boolean).join(' ');
