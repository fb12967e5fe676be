import type { ReactNode } from 'react';

const word = (text: string, color: string, size: number, style?: 'italic') => (
  <text
    x="16"
    y="10"
    textAnchor="middle"
    dominantBaseline="central"
    fontSize={size}
    fontWeight="800"
    fontStyle={style}
    fill={color}
  >
    {text}
  </text>
);

/** Simple drawings, to find one's card among others; the word beside it identifies it. */
const marks: Record<string, ReactNode> = {
  visa: word('VISA', '#1a2f7a', 10, 'italic'),
  mastercard: (
    <>
      <circle cx="13" cy="10" r="5.5" fill="#d93a2b" />
      <circle cx="19" cy="10" r="5.5" fill="#eda12f" fillOpacity="0.85" />
    </>
  ),
  amex: (
    <>
      <rect x="0.5" y="0.5" width="31" height="19" rx="2.5" fill="#2b6cb0" />
      {word('AMEX', '#fff', 8)}
    </>
  ),
  discover: (
    <>
      <path d="M31.5 8.5v8.5a2.5 2.5 0 0 1-2.5 2.5H9c10-1 18-5 22.5-11" fill="#e2762a" />
      {word('DISC', '#1f2937', 8)}
    </>
  ),
};
const anyCard = (
  <>
    <rect x="0.5" y="4.5" width="31" height="3.5" fill="#6b7280" />
    <rect x="4" y="12" width="9" height="2.5" rx="1" fill="#9ca3af" />
  </>
);

/** The brand of a card, by the payment provider's name for it. */
export function CardMark({ brand }: { brand: string }) {
  return (
    <svg viewBox="0 0 32 20" width="40" height="25" aria-hidden className="shrink-0">
      <rect x="0.5" y="0.5" width="31" height="19" rx="2.5" fill="#fff" stroke="#d1d5db" />
      {marks[brand] ?? anyCard}
    </svg>
  );
}
