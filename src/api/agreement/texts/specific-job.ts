/** The text that ships with the product; see `template-text.ts` for its syntax. */
export const SPECIFIC_JOB_TEXT = `This agreement is made on {date of the agreement} between the broker and the carrier named below, under the broker-carrier agreement that both have signed. “We” and “us” mean the broker; “you” means the carrier.

{broker}

{carrier}

## 1. The job

Load :: {load}
Start :: {start date}
Pick-up dates :: {pick-up dates}
Delivery no later than :: {last day of delivery}

{stops}

{inventory}

Full street addresses and the client’s name and contact are released to you as soon as you sign this agreement. You use them for this job only.

## 2. Your pay

We pay you **{pay}** for the whole job. The amount is all-inclusive: line haul, fuel, tolls, labor, equipment and every service listed above. We pay within {pay days} of receiving the signed delivery receipt and the completion-of-work statement.

You may not ask the client for any payment beyond what we have confirmed in writing. Extra services at the site need our written consent before the work; otherwise they are not paid.

## 3. How the job is done

- You do the job with your own trucks, equipment and trained crew, under your own operating authority. You do not broker, assign or subcontract it.
- You call the client at least 24 hours before arrival, and us at once when you are delayed or the shipment differs from the list above.
{if household} - You issue the order for service, the inventory and the bill of lading that 49 CFR part 375 or state law requires, in your own name.
{if not household} - You issue the bill of lading in your own name.
- Within two days of the delivery you send us the signed delivery receipt and the completion-of-work statement.

## 4. Authority and insurance

You confirm that your operating authority is active, and that your auto liability and cargo insurance stay in force until the delivery is complete. Tell us at once of any change, suspension or cancellation; we may then withdraw the job without any charge.

## 5. Loss, damage and claims

You are liable to the client for loss, damage and delay as a motor carrier under 49 U.S.C. 14706 or, inside one state, under the law of that state. You handle claims within the times of 49 CFR part 370 and keep us informed. You hold us harmless from claims that arise from your work, except where we are at fault.

## 6. The client is ours

You do not solicit this client for other moves for 12 months, and you keep the client’s information and the pay under this agreement confidential.

## 7. If you cannot do the job

You may decline before you sign. After that, tell us in writing at least 72 hours before the start date; if you withdraw later or do not come, you bear the reasonable added cost of another carrier. If the client cancels before you have left for the pick-up, we owe you nothing; after that we pay your proven cost of the trip.

## 8. Electronic records, law and order of documents

This agreement may be signed electronically, with the same effect as on paper; you receive a sealed copy. The broker-carrier agreement fills what is not said here; where the two differ, this agreement decides for this job. Federal law governs, and otherwise the law of the state of our address above.
`;
