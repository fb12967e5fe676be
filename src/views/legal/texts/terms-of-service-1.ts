import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { LegalText } from '#src/machines/legal/legal-text.ts';

/** A version that was in effect is never edited: any change is a new version. */
export const text = ({ name, address, usdot, mc, phone, email }: Brokerage): LegalText => ({
  title: 'Terms of service',
  intro: [
    `These terms are an agreement between you and ${name}, ${address} (“we”, “us”), about this site and what we do through it. By using the site you accept them. If you use it for a company, you accept them for that company and say that you may.`,
    'Whoever moves with us, hauls for us or subscribes signs or accepts further terms: the moving services agreement, the broker-carrier agreement, the agreement on a single job. Where those say something else, they win.',
  ],
  sections: [
    {
      id: 'who-we-are',
      title: '1. Who we are, and what we are not',
      blocks: [
        `${name} is a property broker registered with the Federal Motor Carrier Safety Administration (FMCSA), USDOT ${usdot}, ${mc}. We are not a motor carrier. We do not transport household goods: we arrange for their transportation by a motor carrier that the FMCSA has authorized to do it, for charges that a written estimate and agreement set out.`,
        {
          list: [
            'We use only carriers with authority and insurance, and with a written agreement with us. You can have the list of the household goods carriers that we use, with their USDOT and docket numbers, by asking us. None of them is our own. We are paid by the broker fee in your agreement, and by the difference between what you pay and what the carrier gets.',
            'Before you agree to a move of household goods between states, read the FMCSA’s “Your Rights and Responsibilities When You Move” and “Ready to Move?”: https://www.fmcsa.dot.gov/protect-your-move. We send you both on paper if you ask.',
            'We keep a record of each transaction for three years, and you may review that of yours (49 CFR 371.3).',
            'As the law requires, we have a bond or trust fund of $75,000 (49 CFR 387.307). We name its surety when you ask.',
          ],
        },
        `If something goes wrong, please tell us first: ${phone}. You can also complain to the FMCSA at https://nccdb.fmcsa.dot.gov or 1-888-368-7238.`,
      ],
    },
    {
      id: 'using-the-site',
      title: '2. Using the site',
      blocks: [
        {
          list: [
            'You must be 18 and give true information, also when you use a link that we sent you.',
            'A link in a mail is meant for you. Whoever has it can see what is behind it: do not pass it on.',
            'Keep your password to yourself. What is done with your account counts as done by you until you tell us that somebody else has it.',
            'Do not break in, guess, overload, copy in bulk, read by robots what is not public, upload anything harmful, or send anything that is unlawful or not yours to send.',
            'We may close an account or refuse a purchase of who breaks these terms, and tell you why unless the law forbids it.',
          ],
        },
      ],
    },
    {
      id: 'moving',
      title: '3. When you plan a move with us',
      blocks: [
        'An estimate is in writing. For a move of household goods between states it is based on a survey of your goods, on site or by video, if you are within 50 miles of the carrier’s agent, unless you give that up in writing (49 CFR 371.113). It says whether it is binding, non-binding or not to exceed. What you see here before that, also from the assistant in the chat, is a first idea and not an offer.',
        'Your move begins with the moving services agreement that you sign, and the carrier’s own estimate, order for service and bill of lading. At delivery of a non-binding interstate move the carrier may not ask for more than 110 percent of its written estimate.',
        'The carrier, and not the broker, is liable for your goods while it has them. You choose between full value protection, which applies unless you choose otherwise, and released value of 60 cents per pound for each article, which costs nothing more and pays very little. Neither is insurance. You have nine months to claim in writing, the carrier acknowledges within 30 days and decides within 120, and it must offer neutral arbitration (49 U.S.C. 14706, 14708).',
      ],
    },
    {
      id: 'cancellation',
      title: '4. Deposit, cancellation and refunds of a move',
      blocks: [
        'This is our policy under 49 CFR 371.117. It also stands in the agreement that you sign.',
        {
          list: [
            'You may cancel without charge, and we refund the whole deposit, until midnight of the third business day after you sign.',
            'After that you may cancel up to seven days before the first pick-up day; we then keep the broker fee and refund the rest of the deposit.',
            'Later than seven days before the first pick-up day the deposit is not refunded, unless the carrier fails to come within the pick-up dates.',
            'If we cannot place your move with a carrier that meets our conditions, we cancel and refund everything that you have paid.',
            'A change of dates is free when a carrier is available on the new dates; we confirm it in writing.',
          ],
        },
        `To cancel, write to ${email} or call ${phone}. Refunds go back the way the money came.`,
      ],
    },
    {
      id: 'requests',
      title: '5. Moving requests of households',
      blocks: [
        'A household that asks for movers asks us to pass its request to them, and agrees that we and they may call, text and mail about this move. Movers are businesses of their own: their offers, prices and work are theirs, and an agreement that you make with one is between you and it. Check its USDOT number at https://safer.fmcsa.dot.gov before you sign.',
        `To stop your request from being passed on, tell us: ${email} or ${phone}. The privacy policy says more: /privacy-policy#sale`,
      ],
    },
    {
      id: 'assistant',
      title: '6. The automated assistant in the chat',
      blocks: [
        'The chat is answered by an automated assistant (artificial intelligence), not by a person, until an agent takes over; it says so. It collects facts and explains. It may misunderstand or be wrong, it gives no legal, tax or insurance advice, and nothing that it writes is an offer, a price or a change of an agreement. Check the facts that it read from your words before you confirm them. You can ask for a person at any time, in the chat or by phone.',
      ],
    },
    {
      id: 'electronic',
      title: '7. Electronic records and signatures',
      blocks: [
        'Where you agree to it (15 U.S.C. 7001), we give you estimates, agreements, notices and invoices electronically, and a signature that you draw or type counts like one on paper.',
        {
          list: [
            'You may have paper instead, and a paper copy of anything, at no charge: ask us.',
            `You may take your consent back at any time by writing to ${email}. It holds for what comes after that, costs nothing, and we go on with paper.`,
            'Your consent covers the transaction in which you give it, unless we say that it covers more.',
            'You need a current browser, an e-mail address that you read, and a way to keep or print HTML and PDF files. If what is needed changes so much that you could not open your records, we tell you and ask again.',
            'Tell us when your e-mail address changes: in your account, or by writing to us.',
            'With a signature we keep when, from which address and with which browser it was made, and a fingerprint of the text, and we send you the signed document.',
          ],
        },
      ],
    },
    {
      id: 'marketplace',
      title: '8. Buying leads on the marketplace',
      blocks: [
        'For businesses that move households. A lead is the moving request of a household as it gave it to us or to a company that works with us.',
        {
          facts: [
            [
              'What you see before',
              'Cities, size, weight, distance, move date, age, price, how many shares of the lead there are in all and how many are left. No name, address or contact.',
            ],
            [
              'Shares',
              'A lead is sold to no more buyers than it says. You buy one of its shares, not the sole right to it. Movers who subscribe to leads of their cities may have the same request: they do not count as shares.',
            ],
            [
              'Price',
              'The price at the moment of your reservation. It follows from size, distance and age, and is all that you pay, but for taxes where they apply.',
            ],
            [
              'Reservation',
              'The shares in your cart are held for the minutes that the checkout shows. If they run out before you have paid, the shares are free for others. A payment that arrives too late is refunded in full by itself.',
            ],
            [
              'Payment',
              'By card through Stripe, at once. You are charged only if every share that you pay for is yours.',
            ],
            [
              'Delivery',
              'When the payment is there, the contacts are shown and a link is mailed to you. It works for 180 days; download the list if you need it longer.',
            ],
          ],
        },
        'What you may do with a lead: contact that household about that move, yourself, and keep what your own records need. What you may not do: sell, share or publish it, use it for anything else, pretend to be us, or go on after the household has said no.',
        'You are responsible for your calls, texts and mails: the Telephone Consumer Protection Act and its rules (47 CFR 64.1200), the Do Not Call registries, the CAN-SPAM Act, the law of your state. Delete a lead when the household or we ask you to. To carry household goods you need the authority and insurance that the law asks for.',
      ],
    },
    {
      id: 'bad-leads',
      title: '9. Bad leads and refunds',
      blocks: [
        'You can report a lead within 7 days of buying it, once, with the button beside its contact. These are reasons for a refund:',
        {
          list: [
            'the phone number is wrong or not in service;',
            'the e-mail address is wrong and there is no phone number;',
            'the household had already moved when you bought the lead;',
            'it never was a request for a move;',
            'it is a duplicate of a lead that you bought from us in the last 30 days;',
            'something else for which the lead could not have been of use to any mover.',
          ],
        },
        'These are not: nobody answers, the household chose another mover, changed its mind or its date after your purchase, or found your price too high.',
        'We check a report, may ask you or the household, and answer by mail within 5 business days. If we agree, we refund the price of that lead to the card. Otherwise, because the contacts are disclosed at once, a purchase cannot be taken back. If many of your reports turn out to be untrue, we may refuse further purchases.',
      ],
    },
    {
      id: 'subscription',
      title: '10. Subscriptions of movers',
      blocks: [
        'A subscription opens the leads that start near your cities, for you and your assistants. The price, the length of the free trial, if there is one, and the day of the first payment are shown before you start.',
        {
          list: [
            'It renews by itself every month, and your card is charged the price then in effect, until you cancel. We tell you by mail before a trial ends and before the price changes.',
            'You cancel in your settings, in the same place where you see it, at any time, without calling anybody. It then ends with the period that is paid for, and is not charged again. Started months are not refunded unless the law says so.',
            'One free trial for each business.',
            'If a payment fails, we try again for some days and tell you; then access ends.',
            'A subscription gives access to requests as they come. We promise no number of leads and no jobs.',
            'What section 8 says of the use of leads holds here, too.',
          ],
        },
      ],
    },
    {
      id: 'mails',
      title: '11. Mails about new leads',
      blocks: [
        'You get them only after confirming from your mailbox, for the states that you chose. Each has a link that ends them, and we act on it at once.',
      ],
    },
    {
      id: 'carriers',
      title: '12. Carriers on the load board',
      blocks: [
        'Bidding needs the broker-carrier agreement, active authority and valid insurance. A bid is binding if we award the job while it stands. Contacts of clients are for the awarded job alone. The broker-carrier agreement has the rest.',
      ],
    },
    {
      id: 'payments',
      title: '13. Payments',
      blocks: [
        'Payments on this site are made through Stripe, under its terms: https://stripe.com/legal/consumer. You may use only a card that you may use. A receipt comes by mail. If you see a charge that you do not know, tell us before you dispute it with your bank: most such things are mended in a day.',
      ],
    },
    {
      id: 'content',
      title: '14. What you send us, and what is ours',
      blocks: [
        'What you upload or write stays yours. You let us use it for the move, account or purchase that it belongs to, and say that you may send it. The site, its texts and programs are ours or our licensors’.',
      ],
    },
    {
      id: 'liability',
      title: '15. What we answer for',
      blocks: [
        'We do what these terms and the law ask of a broker with care. The site is offered as it is: we do not promise that it is always there or without faults, or that what movers, carriers and households write is true.',
        'As far as the law allows, we are not liable for what carriers, movers or other third parties do or fail to do, for lost profit or business, or for indirect damage; and what we may owe a business over a purchase or subscription is limited to what it paid us for it in the 12 months before. Nothing here limits liability for intent, gross negligence, fraud or injury, the carrier’s liability for your goods, our duties under 49 CFR part 371, or any right that the law does not let you give up.',
      ],
    },
    {
      id: 'law',
      title: '16. Law and disputes',
      blocks: [
        `Federal law governs interstate moves; otherwise the law of the state of our address governs, and its courts decide. If you are a consumer, you keep the protection of the law of your own state and may use its courts, small claims courts included. There is no forced arbitration here. Please give us 30 days to mend a thing before you sue: write to ${email}.`,
        'If a part of these terms is not valid, the rest stays. If we do not insist on something once, we may later.',
      ],
    },
    {
      id: 'changes',
      title: '17. Changes',
      blocks: [
        'Each version has a number and a date, and earlier versions stay readable on this page. A change that matters is announced by mail to account holders 30 days before it takes effect; who does not agree may leave until then. What you bought or signed before stays under the version of that day.',
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
            ['E-mail', email],
            ['Phone', phone],
            ['USDOT', usdot],
            ['Docket', mc],
          ],
        },
      ],
    },
  ],
});
