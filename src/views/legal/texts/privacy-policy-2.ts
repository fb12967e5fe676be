import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { LegalText } from '#src/machines/legal/legal-text.ts';

/** A version that was in effect is never edited: any change is a new version. */
export const text = ({ name, address, usdot, mc, phone, email }: Brokerage): LegalText => ({
  title: 'Privacy policy',
  intro: [
    `${name} (“we”, “us”) arranges moves of household goods and other freight. We are a property broker registered with the Federal Motor Carrier Safety Administration (USDOT ${usdot}, ${mc}). This policy says what personal information we have, where it comes from, what we do with it, whom we give it to, how long we keep it, and what you can ask of us.`,
    'It covers this site, its chat, our mails and our calls, for people who plan a move, movers and their assistants, carriers, buyers on our marketplace, and everybody who just looks.',
  ],
  sections: [
    {
      id: 'in-short',
      title: 'In short',
      blocks: [
        {
          list: [
            'We use what you tell us to arrange your move, and to run the accounts of movers and carriers.',
            'If you send a moving request as a household, we pass it to movers, and some of them pay us for it. Under the laws of several states that is a sale of personal information. You can tell us not to.',
            'We show no advertising, use no analytics or tracking of other companies, and give nothing to advertisers or data brokers.',
            'The chat is answered by an automated assistant until a person takes over.',
            'Cards are entered with Stripe. We never see or keep a card number.',
            `You can see, correct and delete what we have about you, wherever in the United States you live: write to ${email} or call ${phone}.`,
          ],
        },
      ],
    },
    {
      id: 'what-we-collect',
      title: 'What we collect, and from whom',
      blocks: [
        'Most of it comes from you: you type it into a form, tell it to us in the chat or by phone, or upload it. Moving requests can also come from companies that collect such requests and to which you gave yours, and facts about carriers from public records of the FMCSA.',
        {
          facts: [
            [
              'People who plan a move',
              'Name, e-mail, phone, time zone; addresses of pick-up and delivery, floors and access; what is moved, photos and files that you send; dates; estimates, agreements, signatures, invoices and payments; notes of our agents; what you write in the chat.',
            ],
            [
              'Movers and their assistants',
              'Name, e-mail, phone, company, password (only as a hash that cannot be turned back), picture, cities and states of work, notes and quotes, subscription and receipts.',
            ],
            [
              'Carriers',
              'Name, e-mail, phone, company, address, USDOT and docket numbers, licenses, equipment, insurance policies, rates, bids, jobs, agreements and signatures.',
            ],
            [
              'Buyers on the marketplace',
              'E-mail, what you bought, at which price, when, and what you report about it. Stripe has your card, we do not.',
            ],
            ['Subscribers to mails', 'E-mail, chosen states, when you asked, confirmed and left.'],
            [
              'Everybody',
              'IP address and kind of browser with sign-ins, with signatures, and for a time with requests that could be abused. Our servers do not build a profile of what you look at.',
            ],
          ],
        },
        'We do not ask for Social Security numbers, health, biometric or precise location data. Please do not send them, in the chat or anywhere else. The one piece of sensitive information that we hold, as some states define it, is the sign-in of your account together with its password, and we use it to sign you in and for nothing else.',
      ],
    },
    {
      id: 'what-for',
      title: 'What we use it for',
      blocks: [
        {
          list: [
            'To answer you, make estimates, find a carrier, prepare agreements and documents, and have the move done, billed and, if something went wrong, sorted out.',
            'To pass moving requests to movers, on subscription and on the marketplace.',
            'To run accounts, subscriptions, purchases and refunds.',
            'To check that carriers have authority and insurance.',
            'To send mails that belong to what you do here, and those about new leads that you asked for.',
            'To keep the site safe: to stop guessing of passwords, fraud and abuse, and to find faults.',
            'To do what the law asks of us, such as keeping records of brokered transactions (49 CFR 371.3), and to defend our rights.',
          ],
        },
        'We make no decision about you by machine alone that has a legal or similarly serious effect.',
      ],
    },
    {
      id: 'whom-we-give-it-to',
      title: 'Whom we give it to',
      blocks: [
        {
          facts: [
            [
              'Carriers, for a move that we arrange',
              'Until a carrier is awarded your job, carriers see the cities and ZIP codes, dates, size, distance, inventory and the files that our agent marked for them; not your name, phone, e-mail or street. The carrier that is awarded the job gets what it needs to do it.',
            ],
            [
              'Movers, for a household moving request',
              'Movers with a subscription who work where your move starts, and buyers on the marketplace. See “How moving requests are sold”.',
            ],
            [
              'Companies that work for us',
              'Hosting, storage of files, delivery of mail, payments, and the language model behind the chat. They may use what they get only to work for us.',
            ],
            [
              'Stripe',
              'Payments and subscriptions. Stripe is responsible for what it does with card data; see https://stripe.com/privacy.',
            ],
            [
              'Authorities and courts',
              'When the law requires it, or to protect somebody from harm. Every party to a brokered transaction has the right to review the record of it (49 CFR 371.3).',
            ],
            ['A successor', 'If the business is sold or merged, with the same promises as here.'],
          ],
        },
        'To nobody else, and never for the advertising of others.',
      ],
    },
    {
      id: 'sale',
      title: 'How moving requests are sold',
      blocks: [
        'When a household asks for movers, its request goes to movers in two ways. Movers who subscribe see requests that start near the cities, or in the states, that they chose. And for up to 30 days, until your move date is past, the request is offered on our marketplace.',
        'Before the purchase a buyer sees only the two cities, the size and weight, the distance, the move date and the age of the request. After it, the buyer gets your name, phone, e-mail, ZIP codes and comment. A request is sold to a small number of buyers, which everybody can see on it, and then it is gone from the marketplace. Buyers may use it to make you an offer for this move, and must not sell it on.',
        'In the last 12 months we have sold, in this sense, these categories to movers: identifiers (name, e-mail, phone), and commercial information (what is moved, when, from where to where). We have not sold anything else, nothing of carriers, movers or visitors, nothing for advertising across sites, and nothing of anybody whom we know to be under 16.',
        `To stop it: write to ${email} with the subject “Do not sell”, or call ${phone}, and say from which e-mail address or phone number you sent the request. You need no account. We take it off the marketplace without delay, at the latest within 15 business days, and ask buyers who have it already to delete it if you want that. Not having your request sold changes nothing about our own offer to you.`,
      ],
    },
    {
      id: 'chat',
      title: 'The chat and its automated assistant',
      blocks: [
        'Whoever answers first in the chat is not a person but an automated assistant. It asks for what an estimate needs and answers common questions. It can be wrong: nothing that it says is an offer or changes an agreement. An agent can read along, take over and hand back, and you can ask for a person at any time.',
        'What you write and the photos that you send are kept with your move, so that you need not tell us twice. To word an answer, messages may be sent to a provider of language models that works for us. Photos lose the place where they were taken before they are kept. Please send no passwords, card numbers or documents of identity.',
      ],
    },
    {
      id: 'payments',
      title: 'Payments',
      blocks: [
        'Cards are entered in fields that belong to Stripe, Inc. and go to Stripe without passing through us. We keep what Stripe tells us: brand, last four digits and expiry of a card that is kept for a subscription, amounts, states and receipts of payments, and refunds.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies and what stays in your browser',
      blocks: [
        'We set two cookies, access-token and refresh-token, only when you sign in, and only to keep you signed in. Your browser also keeps, on your device: the portal that you used last, drafts of forms that you have not sent, and the cart of the marketplace. There are no cookies of others, except that the pages where a card is entered load Stripe’s script, which uses its own to stop fraud.',
        'Because we do not sell or share anything that browsing reveals, there is nothing for a Global Privacy Control or “Do Not Track” signal to switch off. To stop the sale of a moving request, tell us as said above: the signal of a browser does not say which request is yours.',
      ],
    },
    {
      id: 'mail-and-calls',
      title: 'Mails, calls and texts',
      blocks: [
        `Mails about your move, account or purchase come because of what you did. Mails about new leads come only after you confirmed from your mailbox that you want them, and each has a link, and a button of your mail program, that ends them. Every mail names our postal address: ${address}.`,
        'When you send a moving request, you ask us and movers to call, text or mail you about it, also with automatic systems where you agreed to that when you sent it. That consent is not a condition of buying anything. Tell any caller to stop, and they must; tell us, and we see to it. Reply STOP to a text.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      blocks: [
        {
          facts: [
            [
              'Moves that we brokered',
              'Estimates, agreements, signatures, invoices, job and payment records: at least three years from the transaction, as 49 CFR 371.3 requires, and longer only while a claim, a tax rule or another law needs it.',
            ],
            [
              'Inquiries that came to nothing, and chats about them',
              'As long as you may still want the move, and until you ask us to delete them.',
            ],
            [
              'Household moving requests',
              'On the marketplace for 30 days at most. With us as long as movers who have them may have questions about them, and until you ask us to delete them.',
            ],
            [
              'Accounts of movers and carriers',
              'As long as the account is there. Sign-ups that are never confirmed are deleted after 30 days.',
            ],
            [
              'Purchases on the marketplace',
              'Seven years, for bookkeeping. The link to the contacts works for 180 days.',
            ],
            [
              'Mails about leads',
              'Your address and choice as long as you are subscribed. A request that is not confirmed lapses after 7 days and is deleted after 30. Of who has left we keep the address and the fact, so as to respect it.',
            ],
            ['The text of mails that we sent', 'Until the mail is delivered, 3 days at the most.'],
            [
              'Sign-ins',
              'Devices that you are signed in on: until you sign out, or 30 days after you last used them. IP addresses of sign-ins and of requests that are limited: 30 days at the most.',
            ],
            ['Backups', 'They are overwritten in turn. What was deleted may stay in one until then, and is not used.'],
          ],
        },
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights, and how to use them',
      blocks: [
        'California, Colorado, Connecticut, Delaware, Indiana, Iowa, Kentucky, Maryland, Minnesota, Montana, Nebraska, Nevada, New Hampshire, New Jersey, Oregon, Rhode Island, Tennessee, Texas, Utah, Virginia and other states give their people rights over personal information. We give these to everybody in the United States:',
        {
          list: [
            'to know whether we have information about you, which, where it came from, and to whom it was given or sold, and to get a copy in a form that you can take elsewhere;',
            'to have it corrected;',
            'to have it deleted, except what a law or an unfinished transaction makes us keep;',
            'to opt out of its sale;',
            'to limit the use of sensitive information (we use none beyond what signing in needs);',
            'not to be treated worse for using any of these rights.',
          ],
        },
        `How: write to ${email}, call ${phone}, or send a letter to ${address}. Say what you want and the e-mail address or phone number under which we know you. We check that it is you by sending a message there, and ask for more only where that is not enough. Somebody else may ask for you with your written permission. Requests to opt out need no check.`,
        'We confirm a request within 10 business days and answer it within 45 days; a difficult one may take 45 days more, and then we tell you why. It costs nothing, twice a year. If we say no, we say why, and you can appeal by answering that mail: somebody else looks at it and answers within 45 days. If that does not help, you can turn to the attorney general of your state, in California also to the California Privacy Protection Agency.',
        'California: we collect identifiers, customer records, commercial information, internet activity (sign-ins), audio or visual information (photos that you send), professional information (of movers and carriers) and account sign-ins, for the purposes and from the sources above. We do not give personal information to others for their own direct marketing under Civil Code 1798.83, beyond the moving requests described above.',
      ],
    },
    {
      id: 'safety',
      title: 'How it is kept safe',
      blocks: [
        'Connections are encrypted. Passwords and the secrets in links are kept only as hashes. Signed documents are sealed, so that a change would show. Who works for us sees what the work needs. No system is perfectly safe: if a breach concerns you, we tell you and the authorities as the law of your state says. Whoever finds a hole can write to the address in /.well-known/security.txt.',
      ],
    },
    {
      id: 'children',
      title: 'Children, and other countries',
      blocks: [
        'This site is for adults. We do not knowingly collect anything from children under 13 or sell anything of people under 16; tell us if you think that we have, and we delete it.',
        'We work in the United States and keep information there. The site is not meant for people in other countries.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes of this policy',
      blocks: [
        'Each version has a number and a date, and earlier versions stay readable on this page. If a change matters to you, we tell account holders and subscribers by mail before it takes effect. What you gave us under an earlier version we do not use in a new way without asking you.',
      ],
    },
    {
      id: 'contact',
      title: 'Contact',
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
