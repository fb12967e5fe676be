/** The text that ships with the product; see `template-text.ts` for its syntax. */
export const BROKER_SHIPPER_TEXT = `This agreement is made on {date of the agreement} between the broker and the client named below. “We” and “us” mean the broker; “you” means the client.

{broker}

Client :: {client name}
Email :: {client e-mail}
{if client telephone} Telephone :: {client telephone}

## 1. What we do

{broker name} is a property broker registered with the Federal Motor Carrier Safety Administration. **We are not a motor carrier.** We do not transport {goods}, own trucks or employ drivers. We arrange your move with a motor carrier that holds its own operating authority and insurance, and we tell you its name and USDOT number before pick-up.

## 2. The move

{stops}

{inventory}

{if listed} The list above is what the price is based on. Tell us at once when something is added, left out or changed: the carrier may ask for a new written estimate before it loads.
{if not listed} What is said above of the move is what the price is based on. Tell us at once when something is added, left out or changed: the carrier may ask for a new written estimate before it loads.

## 3. Price

{if binding} This is a **binding** estimate. You pay **{total}** for {what is priced}, whatever the shipment weighs.
{if capped} This is a **not-to-exceed** estimate. You pay for the actual weight and services, and never more than **{total}** for {what is priced}.
{if non-binding} {if interstate} This is a **non-binding** estimate. We expect the move to cost **{total}**; the final price follows from the actual weight and services. At delivery the carrier may not ask for more than 110 percent of it, that is {most at delivery}; any rest is billed after 30 days.
{if non-binding} {if not interstate} This is a **non-binding** estimate. We expect the move to cost **{total}**; the final price follows from the actual weight and services.

{charges}

Estimate :: No. {estimate number}, {estimate kind}
Price valid until :: {last day of the price}

## 4. Deposit and payment

{if received} Received so far :: {received}
{if deposit} Deposit, due when you sign :: {deposit}
{if deposit} Balance, due at delivery :: {balance}
{if not deposit} Deposit :: None
{if not deposit} Due at delivery :: {total}

{if deposit} You may pay by card, bank transfer, cashier’s check or money order. We hold the deposit until the carrier has picked up your goods. The carrier may not ask for more than this agreement, its own order for service and the law allow.
{if not deposit} You may pay by card, bank transfer, cashier’s check or money order. The carrier may not ask for more than this agreement, its own order for service and the law allow.

## 5. Liability and valuation

{if not household} The carrier is liable for loss and damage of the goods under its bill of lading and under 49 U.S.C. 14706 where that applies. Tell us the value of the shipment in writing if it is above $100,000, so that we choose a carrier with enough cargo insurance.
{if household} The carrier, not the broker, is liable for your goods while it has them. Choose one of these levels of liability on the carrier’s order for service before loading:

{if household} - **Full value protection.** The carrier repairs, replaces or pays the current market value of what is lost or damaged. It applies unless you choose otherwise, and the carrier may charge for it.
{if household} - **Released value.** No added charge; the carrier pays at most 60 cents per pound for each article, so a 10-pound article is worth at most $6.00.

{if household} Neither level is insurance. Tell the carrier in writing about single articles worth more than $100 per pound; otherwise it may limit what it pays for them.

## 6. Loss, damage and claims

Note every loss and damage on the delivery receipt when you can. You have nine months from the delivery to file a written claim with the carrier. The carrier must acknowledge it within 30 days and pay, decline or make an offer within 120 days. Tell us too: we help you with the claim, and we give you the carrier’s insurance details. A claim against the carrier is not a claim against us, except for our own fault.

{if interstate} Carriers that move household goods between states must offer neutral arbitration of claims. Your carrier gives you the details of its program before you sign its order for service.

## 7. Changes and cancellation

- You may cancel without charge, and we refund the whole deposit, until midnight of the third business day after you sign.
- After that you may cancel up to seven days before the first pick-up day; we then keep the broker fee and refund the rest of the deposit.
- Later than seven days before the first pick-up day the deposit is not refunded, unless the carrier fails to come within the pick-up dates.
- If we cannot place your move with a compliant carrier, we cancel and refund everything that you have paid.
- A change of dates is free when a carrier is available on the new dates; we confirm it in writing.

## 8. Your part

- Give complete and true information about the goods and about access at every stop.
- Be there, or send somebody who may sign for you, at pick-up and delivery.
- Keep money, jewelry, medicine, documents and other irreplaceable things with you.
- Do not hand over explosives, gas cylinders, flammable liquids, other hazardous materials, live animals or perishable food.

## 9. What you have received

{if household} Before you sign, you can read the FMCSA publications “Your Rights and Responsibilities When You Move” and “Ready to Move?” at www.fmcsa.dot.gov/protect-your-move. We use only carriers that hold the required authority, and we keep a list of them that you may ask for.
{if not household} We use only carriers that hold the required authority, and we keep a list of them that you may ask for.

## 10. Electronic records

You may sign on paper or electronically, with the same effect. When you sign electronically, we keep the signed document with a record of when and how it was signed, and send you a copy by email. You may ask for a paper copy at no charge and may withdraw your consent for later documents by writing to us.

## 11. Law and general terms

{if interstate} Federal law governs this interstate move; otherwise the law of the state of our address above governs. Nothing in this agreement takes away a right that federal or state law gives you. If a part of it is not valid, the rest stays in force. This document is the whole agreement between you and us; a change needs the written consent of both.
{if not interstate} Federal law governs this agreement where it applies; otherwise the law of the state of our address above governs. Nothing in this agreement takes away a right that federal or state law gives you. If a part of it is not valid, the rest stays in force. This document is the whole agreement between you and us; a change needs the written consent of both.
`;
