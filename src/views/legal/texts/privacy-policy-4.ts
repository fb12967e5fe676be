import type { Brokerage } from '#src/machines/settings/brokerage.ts';
import type { LegalText } from '#src/machines/legal/legal-text.ts';

/** A version that was in effect is never edited: any change is a new version. */
export const text = ({ name, address, usdot, mc, phone, email }: Brokerage): LegalText => ({
  title: 'Privacy policy',
  intro: [
    `${name} (“we”, “us”) arranges moves of household goods and other freight. We are a property broker registered with the Federal Motor Carrier Safety Administration (USDOT ${usdot}, ${mc}). This policy explains what personal information we collect, where it comes from, how we use it, who we share it with, how long we keep it, and what choices you have.`,
    'It covers this site, its chat, our emails, and our calls. It applies to people planning a move, movers and their assistants, carriers, marketplace buyers, and visitors.',
  ],
  sections: [
    {
      id: 'in-short',
      title: 'In short',
      blocks: [
        {
          list: [
            'We use what you tell us to arrange your move and to run the accounts of movers and carriers.',
            'If your household sends a moving request, we share it with movers, and some of them pay us for it. Several states call that a sale of personal information. You can tell us not to.',
            'We show no ads, use no third-party analytics or tracking, and give nothing to advertisers or data brokers.',
            'An automated assistant answers the chat until a person takes over.',
            'Card numbers go to Stripe. We never see or store them.',
            `Wherever you live in the United States, you can see, correct, or delete what we have about you: write to ${email} or call ${phone}.`,
          ],
        },
      ],
    },
    {
      id: 'what-we-collect',
      title: 'What we collect, and where it comes from',
      blocks: [
        'Most of it comes from you: you type it into a form, tell us in the chat or by phone, or upload it. Moving requests can also come from companies that collect them and that you gave yours to. Facts about carriers also come from public FMCSA records.',
        {
          facts: [
            [
              'People planning a move',
              'Name, email, phone, and time zone; pick-up and delivery addresses, floors, and access; what you’re moving, and photos and files you send; dates; estimates, agreements, signatures, invoices, and payments; our agents’ notes; what you write in the chat, on the page of your move, and to our agents; other dates you ask for.',
            ],
            [
              'Movers and their assistants',
              'Name, email, phone, company, password (stored only as a one-way hash), picture, the cities and states you work in, notes and quotes, subscription, and receipts. If you choose “Use my location”, your approximate location, which we don’t store.',
            ],
            [
              'Carriers',
              'Name, email, phone, company, address, USDOT and docket numbers, licenses, equipment, insurance policies, rates, bids, jobs, messages, agreements, and signatures. If you turn on notifications, the address at which your browser’s push service reaches your device.',
            ],
            [
              'Marketplace buyers',
              'Email, what you bought, when, and at what price, and any report you make about it. Stripe has your card; we don’t.',
            ],
            ['Subscribers to lead emails', 'Email, chosen states, and when you signed up, confirmed, and left.'],
            [
              'Everyone',
              'IP address and browser type when you sign in or sign a document, and for a limited time with requests that could be abused. We don’t build a profile of what you look at.',
            ],
          ],
        },
        'We don’t ask for Social Security numbers or for health, biometric, or precise location data. Please don’t send them, in the chat or anywhere else. The one kind of sensitive information we hold, as some states define it, is your account’s sign-in with its password. We use it only to sign you in.',
      ],
    },
    {
      id: 'what-for',
      title: 'How we use it',
      blocks: [
        {
          list: [
            'To answer you, prepare estimates, find a carrier, prepare agreements and documents, and see your move through to the invoice, including anything that goes wrong.',
            'To pass moving requests to movers, through subscriptions and the marketplace.',
            'To run accounts, subscriptions, purchases, and refunds.',
            'To check that carriers have authority and insurance.',
            'To send you emails about what you do here, and emails about new leads if you asked for them.',
            'To keep the site secure: to stop password guessing, fraud, and abuse, and to find faults.',
            'To comply with the law, such as keeping records of brokered transactions (49 CFR 371.3), and to defend our rights.',
          ],
        },
        'We never let a machine alone make a decision about you that has legal or similarly significant effects.',
      ],
    },
    {
      id: 'whom-we-give-it-to',
      title: 'Who we share it with',
      blocks: [
        {
          facts: [
            [
              'Carriers, for a move we arrange',
              'Until a carrier is awarded your job, carriers see the cities and ZIP codes, dates, size, distance, inventory, and any files our agent marked for them. They don’t see your name, phone, email, or street. The carrier awarded the job gets what it needs to do it.',
            ],
            [
              'Movers, for a household moving request',
              'Subscribed movers who work where your move starts, and marketplace buyers. See “How moving requests are sold”.',
            ],
            [
              'Companies that work for us',
              'Hosting, file storage, email delivery, payments, and the language model behind the chat. They may use what they receive only to work for us.',
            ],
            [
              'Stripe',
              'Payments and subscriptions. Stripe is responsible for how it handles card data; see https://stripe.com/privacy.',
            ],
            [
              'The push service of a carrier’s browser',
              'If a carrier turns on notifications: Google, Apple, Mozilla, or whoever else makes the browser. It delivers them encrypted and can’t read them.',
            ],
            [
              'Authorities and courts',
              'When the law requires it, or to protect someone from harm. Each party to a brokered transaction has the right to review its record (49 CFR 371.3).',
            ],
            ['A successor', 'If the business is sold or merged, under the same promises made here.'],
          ],
        },
        'No one else, and never for other companies’ advertising.',
      ],
    },
    {
      id: 'sale',
      title: 'How moving requests are sold',
      blocks: [
        'When a household asks for movers, its request reaches them in two ways. Subscribed movers see requests that start near the cities, or in the states, that they chose. And for up to 30 days, until your move date passes, the request is offered on our marketplace.',
        'Before buying, a buyer sees only the two cities, the size and weight, the distance, the move date, and how old the request is. After buying, the buyer gets your name, phone, email, ZIP codes, and comment. A request is sold to a limited number of buyers, shown on the request, and then leaves the marketplace. Buyers may use it to make you an offer for this move, and may not resell it.',
        'In the last 12 months we have sold, in this sense, these categories of information to movers: identifiers (name, email, phone) and commercial information (what is moved, when, from where, and to where). We have not sold anything else: nothing about carriers, movers, or visitors, nothing for cross-site advertising, and nothing about anyone we know to be under 16.',
        `To stop it, write to ${email} with the subject “Do not sell”, or call ${phone}, and tell us the email address or phone number you used for the request. You don’t need an account. We take the request off the marketplace promptly, within 15 business days at most, and if you want, we ask buyers who already have it to delete it. Opting out doesn’t affect our own offer to you.`,
      ],
    },
    {
      id: 'chat',
      title: 'The chat and its automated assistant',
      blocks: [
        'The chat is answered first by an automated assistant, not a person. It asks for what an estimate needs and answers common questions. It can be wrong, and nothing it says is an offer or changes an agreement. Agents can read the chat, take over, and hand it back. You can ask for a person at any time.',
        'What you write and the photos you send are kept with your move, so you don’t have to tell us twice. To compose a reply, messages may be sent to a language model provider that works for us. Location data is removed from photos before we store them. Please don’t send passwords, card numbers, or identity documents.',
      ],
    },
    {
      id: 'payments',
      title: 'Payments',
      blocks: [
        'You enter your card in fields that belong to Stripe, Inc., and it goes to Stripe without passing through us. We keep what Stripe tells us: the brand, last four digits, and expiration date of a card saved for a subscription; the amounts, status, and receipts of payments; and refunds. If refunds of marketplace leads became credit, we keep each entry of it with the email address it belongs to, as long as we keep that address’s purchases.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies and what stays in your browser',
      blocks: [
        'We set two cookies, access-token and refresh-token, only when you sign in and only to keep you signed in. Your browser also keeps on your device the portal you used last, drafts of forms you haven’t sent, and your marketplace cart. Until you close the tab, it also keeps a purchase in progress, and the link that lets you use your credit. For a signed-in carrier, it also keeps the loads and jobs the carrier has looked at, to show them without a connection, until the carrier signs out. There are no third-party cookies, with one exception: pages where you enter a card load Stripe’s script, which uses its own cookies to prevent fraud.',
        'We don’t sell or share anything your browsing reveals, so there is nothing for a Global Privacy Control or “Do Not Track” signal to turn off. To stop the sale of a moving request, tell us as described above: a browser signal doesn’t tell us which request is yours.',
      ],
    },
    {
      id: 'mail-and-calls',
      title: 'Emails, calls, and texts',
      blocks: [
        `We email you about your move, account, or purchase because of something you did. We email you about new leads only after you confirm that you want it, and each of those emails has an unsubscribe link and works with your email program’s unsubscribe button. Every email includes our postal address: ${address}.`,
        'When you send a moving request, you ask us and movers to call, text, or email you about it, including with automated systems if you agreed to that when you sent it. You don’t have to agree in order to buy anything. Tell any caller to stop, and they must; tell us, and we’ll see to it. Reply STOP to a text.',
      ],
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      blocks: [
        {
          facts: [
            [
              'Moves we brokered',
              'Estimates, agreements, signatures, invoices, and job and payment records: at least three years from the transaction, as 49 CFR 371.3 requires, and longer only if a claim, a tax rule, or another law requires it.',
            ],
            [
              'Inquiries that didn’t lead to a move, and their chats',
              'As long as you might still want the move, or until you ask us to delete them.',
            ],
            [
              'Household moving requests',
              'On the marketplace for at most 30 days. With us as long as movers who have them may have questions about them, or until you ask us to delete them.',
            ],
            [
              'Accounts of movers and carriers',
              'As long as the account exists. Sign-ups that are never confirmed are deleted after 30 days.',
            ],
            ['Marketplace purchases', 'Seven years, for bookkeeping. The link to the contacts works for 180 days.'],
            [
              'Lead emails',
              'Your address and choices, as long as you’re subscribed. A sign-up that isn’t confirmed expires after 7 days and is deleted after 30. If you unsubscribe, we keep your address and that fact, so that we can respect it.',
            ],
            [
              'The text of emails we sent',
              'Until the email is delivered, at most 3 days. An email one of our agents wrote to you is kept for up to a year.',
            ],
            [
              'Sign-ins',
              'Devices you’re signed in on: until you sign out, or 30 days after you last used them. IP addresses of sign-ins and of rate-limited requests: at most 30 days.',
            ],
            [
              'Backups',
              'They are overwritten in turn. Deleted information may remain in a backup until then, and is not used.',
            ],
          ],
        },
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights, and how to use them',
      blocks: [
        'California, Colorado, Connecticut, Delaware, Indiana, Iowa, Kentucky, Maryland, Minnesota, Montana, Nebraska, Nevada, New Hampshire, New Jersey, Oregon, Rhode Island, Tennessee, Texas, Utah, Virginia, and other states give their residents rights over personal information. We give these rights to everyone in the United States:',
        {
          list: [
            'to know whether we have information about you, what it is, where it came from, and who it was given or sold to, and to get a copy in a portable format;',
            'to have it corrected;',
            'to have it deleted, except what a law or an unfinished transaction requires us to keep;',
            'to opt out of its sale;',
            'to limit the use of sensitive information (we use none beyond what signing in requires);',
            'not to be treated worse for using any of these rights.',
          ],
        },
        `To use them, write to ${email}, call ${phone}, or send a letter to ${address}. Tell us what you want and the email address or phone number we know you by. We verify that it’s you by sending a message there, and ask for more only if that isn’t enough. Someone else may ask on your behalf with your written permission. Opt-out requests need no verification.`,
        'We confirm a request within 10 business days and answer it within 45 days. A difficult one may take 45 more days, and we’ll tell you why. It’s free twice a year. If we say no, we explain why, and you can appeal by replying to that email: someone else will review it and answer within 45 days. If that doesn’t help, you can contact your state’s attorney general and, in California, the California Privacy Protection Agency.',
        'California: we collect identifiers, customer records, commercial information, internet activity (sign-ins), audio or visual information (photos you send), professional information (of movers and carriers), and account sign-ins, for the purposes and from the sources above. Beyond the moving requests described above, we don’t disclose personal information to others for their own direct marketing under Civil Code 1798.83.',
      ],
    },
    {
      id: 'safety',
      title: 'How we keep it safe',
      blocks: [
        'Connections are encrypted. Passwords and the secrets in links are stored only as hashes. Signed documents are sealed, so any change would show. People who work for us see only what their work requires. No system is perfectly secure: if a breach affects you, we’ll notify you and the authorities as your state’s law requires. If you find a vulnerability, write to the address in /.well-known/security.txt.',
      ],
    },
    {
      id: 'children',
      title: 'Children, and other countries',
      blocks: [
        'This site is for adults. We don’t knowingly collect anything from children under 13 or sell anything about people under 16. If you think we have, tell us and we’ll delete it.',
        'We work in the United States and keep information there. The site isn’t intended for people in other countries.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      blocks: [
        'Each version has a number and a date, and earlier versions stay available on this page. If a change matters to you, we email account holders and subscribers before it takes effect. We won’t use what you gave us under an earlier version in a new way without asking you.',
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
