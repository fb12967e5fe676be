/** The text that ships with the product; see `template-text.ts` for its syntax. */
export const BROKER_CARRIER_TEXT = `This agreement is made on {date of the agreement} between the broker and the carrier named below. “We” and “us” mean the broker; “you” means the carrier.

{broker}

{carrier}

{if equipment} Equipment :: {equipment}
{if service area} Service area :: {service area}

## 1. What this agreement is

We are a property broker registered with the Federal Motor Carrier Safety Administration; you are a for-hire motor carrier. You may bid on the loads that we post. This agreement applies to every load that you take from us. It promises neither of us a number of loads, and neither of us is bound to the other alone.

## 2. Loads and pay

- A bid is your all-inclusive price. You may revise or withdraw it until the award.
- An award becomes binding when you sign the specific job agreement of that load; it states the dates, the goods and your pay.
- We pay within the time that the agreement on the load states, counted from the day on which we receive the signed delivery receipt and the completion-of-work statement. We may set off proven loss and damage that you owe under this agreement.
- You look only to us for your pay and make no claim for it against the client, unless we and you have agreed otherwise in writing.

## 3. Authority and safety

- You hold active operating authority for the moves that you take, and keep a safety rating of satisfactory, or none at all.
- You follow the laws on household goods, driver qualification, hours of service, drug and alcohol testing, and vehicle maintenance, and 49 CFR parts 371 and 375 as far as they concern you.
- You tell us at once when your authority, rating or insurance changes, is suspended or ends.

## 4. Insurance

You keep in force, with insurers licensed where you operate, at least:

- Auto liability: {auto liability} for each accident.
- Cargo: {cargo insurance} for each occurrence, for household goods.
- Workers’ compensation as state law requires.

You upload a certificate of each policy before your first bid and again before it expires. When a policy has ended, you cannot bid or be awarded a load until a new one is on record.

## 5. Your own trucks and crew

You do the work with your own equipment and personnel, as an independent contractor. You do not broker, assign or subcontract a load. If you do all the same, we may pay the carrier that did the work, and you stay liable.

## 6. Loss, damage and claims

You are liable for loss, damage and delay as a motor carrier under 49 U.S.C. 14706 or the law of the state. You acknowledge each claim within 30 days, and pay, decline or make an offer within 120 days. You hold us harmless from claims, fines and costs that arise from your work, except where we are at fault; we do the same for you.

## 7. Clients and confidence

The client’s name, contact and addresses are released to you for the load that you have signed for, and you use them for nothing else. For 12 months after a load you do not solicit its client for other moves. Prices and records of loads are confidential. We and you keep the records that 49 CFR 371.3 requires and show them to each other on request.

## 8. Term and end

This agreement runs for one year and renews itself from year to year. Either of us may end it with 30 days’ written notice, or at once for a serious breach. Loads that are signed for are finished under it.

## 9. Electronic records and law

Agreements between us may be signed electronically, with the same effect as on paper; each signer receives a sealed copy. Federal law governs, and otherwise the law of the state of our address above. A change needs the written consent of both. If a part is not valid, the rest stays in force.
`;
