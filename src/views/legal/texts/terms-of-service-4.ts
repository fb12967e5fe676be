import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { LegalText } from '#src/machines/legal/legal-text.ts';

/** A version that was in effect is never edited: any change is a new version. */
export const text = ({ name, address, usdot, mc, phone, email }: Brokerage): LegalText => ({
  title: 'Terms of service',
  intro: [
    `These terms are an agreement between you and ${name}, ${address} (“we”, “us”), about this site and what we do through it. By using the site you accept them. If you use it for a company, you accept them for that company and confirm that you’re authorized to.`,
    'If you move with us, haul for us, or subscribe, you also sign or accept further terms: the moving services agreement, the broker-carrier agreement, or the agreement for a single job. Where those differ, they prevail.',
  ],
  sections: [
    {
      id: 'who-we-are',
      title: '1. Who we are, and what we are not',
      blocks: [
        `${name} is a property broker registered with the Federal Motor Carrier Safety Administration (FMCSA), USDOT ${usdot}, ${mc}. We are not a motor carrier. We do not transport household goods: we arrange for a motor carrier authorized by the FMCSA to transport them, for charges set out in a written estimate and agreement.`,
        {
          list: [
            'We use only carriers that have authority, insurance, and a written agreement with us. Ask us for the list of the household goods carriers we use, with their USDOT and docket numbers. We own none of them. We are paid by the broker fee in your agreement and by the difference between what you pay and what the carrier gets.',
            'Before you agree to an interstate move of household goods, read the FMCSA’s “Your Rights and Responsibilities When You Move” and “Ready to Move?”: https://www.fmcsa.dot.gov/protect-your-move. We’ll send you both on paper if you ask.',
            'We keep a record of each transaction for three years, and you may review yours (49 CFR 371.3).',
            'As the law requires, we have a $75,000 bond or trust fund (49 CFR 387.307). Ask us for the name of its surety.',
          ],
        },
        `If something goes wrong, please tell us first: ${phone}. You can also file a complaint with the FMCSA at https://nccdb.fmcsa.dot.gov or 1-888-368-7238.`,
      ],
    },
    {
      id: 'using-the-site',
      title: '2. Using the site',
      blocks: [
        {
          list: [
            'You must be at least 18 and give true information, including when you use a link we sent you.',
            'A link in an email is meant for you. Anyone who has it can see what it opens, so don’t pass it on.',
            'Keep your password to yourself. You’re responsible for what’s done with your account until you tell us someone else has access to it.',
            'Don’t break in, guess passwords or links, overload the site, copy it in bulk, scrape what isn’t public, upload anything harmful, or send anything that’s unlawful or not yours to send.',
            'If you break these terms, we may close your account or refuse a purchase. We’ll tell you why unless the law forbids it.',
          ],
        },
      ],
    },
    {
      id: 'moving',
      title: '3. When you plan a move with us',
      blocks: [
        'Estimates are in writing. For an interstate move of household goods, if you’re within 50 miles of the carrier’s agent, the estimate is based on a survey of your goods, on site or by video, unless you waive that in writing (49 CFR 371.113). It says whether it is binding, non-binding, or not to exceed. Anything you see here before that, including from the chat assistant, is a rough idea and not an offer.',
        'Your move is governed by the moving services agreement you sign, and by the carrier’s own estimate, order for service, and bill of lading. On delivery of a non-binding interstate move, the carrier may not ask for more than 110 percent of its written estimate.',
        'The carrier, not the broker, is liable for your goods while it has them. You choose between full value protection, which applies unless you choose otherwise, and released value of 60 cents per pound per article, which costs nothing extra and pays very little. Neither is insurance. You have nine months to file a claim in writing. The carrier must acknowledge it within 30 days, decide within 120 days, and offer neutral arbitration (49 U.S.C. 14706, 14708).',
      ],
    },
    {
      id: 'cancellation',
      title: '4. Deposit, cancellation, and refunds of a move',
      blocks: [
        'This is our policy under 49 CFR 371.117. It is also part of the agreement you sign.',
        {
          list: [
            'You may cancel free of charge, with a full refund of your deposit, until midnight of the third business day after you sign.',
            'After that, you may cancel up to seven days before the first pick-up day. We keep the broker fee and refund the rest of the deposit.',
            'Within seven days of the first pick-up day, the deposit is not refunded, unless the carrier fails to come within the pick-up dates.',
            'If we can’t place your move with a carrier that meets our requirements, we cancel and refund everything you have paid.',
            'Changing dates is free if a carrier is available on the new dates. We confirm it in writing.',
          ],
        },
        `To cancel, write to ${email} or call ${phone}. Refunds go back to the payment method you used.`,
      ],
    },
    {
      id: 'requests',
      title: '5. Household moving requests',
      blocks: [
        'When a household asks for movers, it asks us to pass its request to them, and agrees that we and they may call, text, and email about this move. Movers are independent businesses: their offers, prices, and work are their own, and an agreement you make with one is between you and that mover. Check its USDOT number at https://safer.fmcsa.dot.gov before you sign.',
        `To stop your request from being passed on, tell us: ${email} or ${phone}. The privacy policy explains more: /privacy-policy#sale`,
      ],
    },
    {
      id: 'assistant',
      title: '6. The automated assistant in the chat',
      blocks: [
        'The chat is answered by an automated assistant (artificial intelligence), not a person, until an agent takes over, and it says so. It collects facts and explains. It may misunderstand or be wrong. It gives no legal, tax, or insurance advice, and nothing it writes is an offer, a price, or a change to an agreement. Check the facts it noted before you confirm them. You can ask for a person at any time, in the chat or by phone.',
      ],
    },
    {
      id: 'electronic',
      title: '7. Electronic records and signatures',
      blocks: [
        'If you agree to it (15 U.S.C. 7001), we give you estimates, agreements, notices, and invoices electronically, and a signature you draw or type counts the same as one on paper.',
        {
          list: [
            'You may have paper instead, or a paper copy of anything, at no charge. Just ask.',
            `You may withdraw your consent at any time by writing to ${email}. It’s free, it applies from then on, and we continue on paper.`,
            'Your consent covers the transaction you give it for, unless we say that it covers more.',
            'You need a current browser, an email address you read, and a way to save or print HTML and PDF files. If these requirements change so much that you couldn’t open your records, we’ll tell you and ask again.',
            'Tell us if your email address changes: in your account, or by writing to us.',
            'With a signature we keep the time, IP address, and browser it was made with, and a fingerprint of the text, and we send you the signed document.',
          ],
        },
      ],
    },
    {
      id: 'marketplace',
      title: '8. Buying leads on the marketplace',
      blocks: [
        'The marketplace is for businesses that move households. A lead is a household’s moving request as it was given to us or to a company that works with us.',
        {
          facts: [
            [
              'What you see first',
              'Cities, size, weight, distance, move date, age, price, and how many shares of the lead there are and how many are left. No name, address, or contact.',
            ],
            [
              'Shares',
              'A lead is never sold to more buyers than shown. You buy one share, not an exclusive right. Subscribed movers may have the same request for their cities or states; they don’t count as shares.',
            ],
            [
              'Price',
              'The price when you reserve. It depends on size, distance, and age, and is all you pay, except for taxes where they apply.',
            ],
            [
              'Reservation',
              'The shares in your cart are held for the minutes shown at checkout. If time runs out before you pay, others can buy them. A payment that arrives too late is refunded in full automatically.',
            ],
            [
              'Payment',
              'By card through Stripe, right away, or with credit you have with us. You’re charged only if every share you pay for is yours.',
            ],
            [
              'Delivery',
              'Once payment arrives, the contacts are shown and we email you a link. It works for 180 days; download the list if you need it longer.',
            ],
          ],
        },
        'You may contact that household yourself about that move, and keep what your own records need. You may not sell, share, or publish a lead, use it for anything else, pretend to be us, or continue after the household says no.',
        'You’re responsible for your calls, texts, and emails under the Telephone Consumer Protection Act and its rules (47 CFR 64.1200), the Do Not Call registries, the CAN-SPAM Act, and your state’s law. Delete a lead when the household or we ask you to. To move household goods you need the authority and insurance the law requires.',
      ],
    },
    {
      id: 'bad-leads',
      title: '9. Bad leads and refunds',
      blocks: [
        'You can report a lead once, within 7 days of buying it, with the button next to its contact. We refund it if:',
        {
          list: [
            'the phone number is wrong or not in service;',
            'the email address is wrong and there is no phone number;',
            'the household had already hired a mover or moved when you bought the lead;',
            'it was never a request for a move;',
            'it duplicates a lead you bought from us in the last 30 days;',
            'for some other reason no mover could have used it.',
          ],
        },
        'We don’t refund it because nobody answers, because the household chose another mover or changed its mind or its date after your purchase, or because it found your price too high.',
        'We review each report, may ask you or the household, and reply by email within 5 business days. If we agree, you get the price of that lead back as you chose in the report: what you paid by card goes back to that card, which takes 5 to 10 business days, or becomes credit right away. What you paid with credit comes back as credit. Otherwise, because contacts are disclosed right away, a purchase can’t be returned. If many of your reports turn out to be untrue, we may refuse further purchases.',
        'Credit belongs to the email address you bought with and pays for leads on our marketplace, for that address only. It doesn’t expire while we keep a record of your purchases, earns no interest, and can’t be transferred or paid out. To use it, open the link to your orders that we email you. If your bank or Stripe returns money that we had already turned into credit, we take that credit back.',
      ],
    },
    {
      id: 'subscription',
      title: '10. Subscriptions for movers',
      blocks: [
        'A subscription gives you and your assistants the leads that start near the cities, or in the states, that you choose. You see the price, the length of any free trial, and the date of the first payment before you start.',
        {
          list: [
            'It renews automatically every month, and your card is charged the price then in effect, until you cancel. We email you before a trial ends and before the price changes.',
            'You can cancel at any time in your settings, right where you see the subscription, without calling anyone. It then ends with the period you paid for, and you’re not charged again. We don’t refund months that have started unless the law says so.',
            'One free trial per business.',
            'If a payment fails, we retry it for a few days and tell you; then access ends.',
            'A subscription gives access to requests as they come in. We promise no number of leads and no jobs.',
            'What section 8 says about using leads applies here, too.',
          ],
        },
      ],
    },
    {
      id: 'mails',
      title: '11. Emails about new leads',
      blocks: [
        'You get them only after you confirm your email address, for the states you chose. Each has an unsubscribe link that takes effect right away.',
      ],
    },
    {
      id: 'carriers',
      title: '12. Carriers on the load board',
      blocks: [
        'To bid you need the broker-carrier agreement, active authority, and valid insurance. A bid is binding if we award you the job while the bid is active. Client contacts may be used only for the awarded job. The broker-carrier agreement covers the rest.',
      ],
    },
    {
      id: 'payments',
      title: '13. Payments',
      blocks: [
        'Payments on this site are made through Stripe, under its terms: https://stripe.com/legal/consumer. Use only a card you’re authorized to use. You get a receipt by email. If you don’t recognize a charge, tell us before you dispute it with your bank: we can usually resolve it within a day.',
      ],
    },
    {
      id: 'content',
      title: '14. Your content and ours',
      blocks: [
        'What you upload or write stays yours. You let us use it for the move, account, or purchase it belongs to, and confirm that you have the right to send it. The site, its texts, and its software belong to us or our licensors.',
      ],
    },
    {
      id: 'liability',
      title: '15. Liability',
      blocks: [
        'We do with care what these terms and the law require of a broker. The site is provided as is: we don’t promise that it’s always available or free of errors, or that what movers, carriers, and households write is true.',
        'To the extent the law allows, we are not liable for what carriers, movers, or other third parties do or fail to do, for lost profits or business, or for indirect damages. What we may owe a business over a purchase or subscription is limited to what it paid us for it in the preceding 12 months. Nothing here limits liability for intent, gross negligence, fraud, or injury; the carrier’s liability for your goods; our duties under 49 CFR part 371; or any right the law doesn’t let you waive.',
      ],
    },
    {
      id: 'law',
      title: '16. Governing law and disputes',
      blocks: [
        `Federal law governs interstate moves. Otherwise the law of the state of our address governs, and its courts decide. If you’re a consumer, you keep the protection of your own state’s law and may use its courts, including small claims court. We don’t require arbitration. Before you sue, please give us 30 days to fix the problem: write to ${email}.`,
        'If part of these terms is invalid, the rest remains in effect. If we don’t enforce something once, we may still enforce it later.',
      ],
    },
    {
      id: 'changes',
      title: '17. Changes',
      blocks: [
        'Each version has a number and a date, and earlier versions stay available on this page. We email account holders about a significant change 30 days before it takes effect; if you disagree, you can leave before then. What you bought or signed earlier stays under the version in effect at the time.',
      ],
    },
    {
      id: 'contact',
      title: '18. Contact',
      blocks: [
        {
          facts: [
            ['Company', name],
            ['Address', address],
            ['Email', email],
            ['Phone', phone],
            ['USDOT', usdot],
            ['Docket', mc],
          ],
        },
      ],
    },
  ],
});
