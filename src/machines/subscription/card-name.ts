const brands: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
};

/** The brand of a card, by the payment provider's name for it. */
export const brandName = (brand: string): string => brands[brand] ?? 'Card';

/** "Visa ending in 4242" */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string =>
  `${brandName(brand)} ending in ${last4}`;
