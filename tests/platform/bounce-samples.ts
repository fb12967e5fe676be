/** Reports as mail servers write them, each about a mail with this Message-ID. */
interface Sample {
  messageId: string;
  recipient: string;
}

interface Written extends Sample {
  from: string;
  subject: string;
  boundary: string;
  says: string;
  status: string;
  /** The third part, with its headers; null if the server sends none. */
  returned: string | null;
}

const lines = (text: string): string => text.replaceAll(/\r?\n/g, '\r\n');

const report = ({ from, subject, boundary, says, status, returned }: Written): string =>
  lines(`Return-Path: <>
Date: Mon, 5 Jan 2026 05:00:00 -0500 (EST)
From: ${from}
Subject: ${subject}
To: office@leads.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="${boundary}"
Message-ID: <report-1@mx.example>

This is a MIME-encapsulated message.

--${boundary}
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

${says}

--${boundary}
Content-Description: Delivery report
Content-Type: message/delivery-status

${status}
${returned === null ? '' : `\n--${boundary}\n${returned}\n`}
--${boundary}--
`);

const headersOf = ({ messageId, recipient }: Sample): string =>
  `From: Acme Moving <office@leads.example>\nTo: ${recipient}\nSubject: Your quote\nMessage-ID: ${messageId}\nDate: Mon, 5 Jan 2026 10:00:00 +0000`;

export const BOUNCES = {
  postfixUnknownUser: (given: Sample) =>
    report({
      ...given,
      from: 'MAILER-DAEMON@mx.example (Mail Delivery System)',
      subject: 'Undelivered Mail Returned to Sender',
      boundary: '4Zk2Pq1mJ9z9rXk.1736071200/mx.example',
      says: `<${given.recipient}>: host mail.away.test[192.0.2.7] said: 550 5.1.1\n    <${given.recipient}>: Recipient address rejected: User unknown (in reply to RCPT TO command)`,
      status: `Reporting-MTA: dns; mx.example
X-Postfix-Queue-ID: 4Zk2Pq1mJ9z9rXk
X-Postfix-Sender: rfc822; office@leads.example
Arrival-Date: Mon,  5 Jan 2026 04:59:58 -0500 (EST)

Final-Recipient: rfc822; ${given.recipient}
Original-Recipient: rfc822;${given.recipient}
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.away.test
Diagnostic-Code: smtp; 550 5.1.1 <${given.recipient}>: Recipient address
    rejected: User unknown`,
      returned: `Content-Description: Undelivered Message\nContent-Type: message/rfc822\nContent-Transfer-Encoding: 8bit\n\n${headersOf(given)}\nContent-Type: text/plain\n\nMessage-ID: <another@in.the.text>\nHello`,
    }),
  exchangeNotFound: (given: Sample) =>
    report({
      ...given,
      from: 'Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@away.test>',
      subject: 'Undeliverable: Your quote',
      boundary: 'd5a5b1c6-8a53-4a2a-9f5c-0f5a6e1f2b3c',
      says: `Your message to ${given.recipient} couldn't be delivered.`,
      status: `Reporting-MTA: dns;AM0PR01MB1234.eurprd01.prod.exchangelabs.com
Received-From-MTA: dns;mx.example
Arrival-Date: Mon, 5 Jan 2026 10:00:01 +0000

Final-Recipient: rfc822;${given.recipient}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup`,
      returned: `Content-Type: message/rfc822\n\nReceived: from mx.example (192.0.2.1)\n by AM0PR01MB1234.eurprd01.prod.exchangelabs.com\n${headersOf(given).replace('Message-ID: ', 'Message-ID:\n ')}\n\nHello`,
    }),
  gmailNoDomain: (given: Sample) =>
    report({
      ...given,
      from: 'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      subject: 'Delivery Status Notification (Failure)',
      boundary: '000000000000a1b2c3062b000001',
      says: `** Address not found **\n\nYour message wasn't delivered to ${given.recipient}`,
      status: `Reporting-MTA: dns; googlemail.com
Arrival-Date: Mon, 05 Jan 2026 02:00:00 -0800 (PST)

Final-Recipient: rfc822; ${given.recipient}
Action: failed
Status: 5.1.2
Diagnostic-Code: smtp; The domain away.test couldn't be found.
Last-Attempt-Date: Mon, 05 Jan 2026 02:00:02 -0800 (PST)`,
      returned: `Content-Type: message/rfc822\n\n${headersOf(given)}\n\nHello`,
    }),
  eximHeadersOnly: (given: Sample) =>
    report({
      ...given,
      from: 'Mail Delivery System <Mailer-Daemon@mx.example>',
      subject: 'Mail delivery failed: returning message to sender',
      boundary: '1736071200-eximdsn-804289383',
      says: `A message that you sent could not be delivered to one or more of its recipients.`,
      status: `Reporting-MTA: dns; mx.example

Action: failed
Final-Recipient: rfc822;${given.recipient}
Status: 5.0.0
Remote-MTA: dns; mail.away.test
Diagnostic-Code: smtp; 550 No such user here`,
      returned: `Content-type: text/rfc822-headers\n\nReturn-path: <office@leads.example>\n${headersOf(given)}`,
    }),
  fullMailbox: (given: Sample) =>
    report({
      ...given,
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Undelivered Mail Returned to Sender',
      boundary: 'full-1',
      says: 'The mailbox is full.',
      status: `Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${given.recipient}
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp; 552 5.2.2 Mailbox full`,
      returned: `Content-Type: message/rfc822\n\n${headersOf(given)}\n\nHello`,
    }),
  refusedContent: (given: Sample) =>
    report({
      ...given,
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Undelivered Mail Returned to Sender',
      boundary: 'policy-1',
      says: 'The message was refused.',
      status: `Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${given.recipient}
Action: failed
Status: 5.7.1
Diagnostic-Code: smtp; 550 5.7.1 Message rejected as spam by Content Filtering`,
      returned: `Content-Type: message/rfc822\n\n${headersOf(given)}\n\nHello`,
    }),
  delayed: (given: Sample) =>
    report({
      ...given,
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Delayed Mail (still being retried)',
      boundary: 'delayed-1',
      says: 'You do not need to resend your message.',
      status: `Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${given.recipient}
Action: delayed
Status: 4.4.1
Diagnostic-Code: X-Postfix; connect to mail.away.test[192.0.2.7]:25: Connection timed out`,
      returned: `Content-Type: text/rfc822-headers\n\n${headersOf(given)}`,
    }),
  withoutTheMail: (given: Sample) =>
    report({
      ...given,
      from: 'MAILER-DAEMON@mx.example',
      subject: 'Undelivered Mail Returned to Sender',
      boundary: 'bare-1',
      says: 'User unknown.',
      status: `Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; ${given.recipient}
Action: failed
Status: 5.1.1`,
      returned: null,
    }),
} satisfies Record<string, (given: Sample) => string>;

/** Other mails that such a mailbox receives. */
export const OTHER_MAILS = {
  vacation: lines(`From: Ann Client <ann@away.test>
To: office@leads.example
Subject: Out of office: Your quote
Auto-Submitted: auto-replied
Date: Mon, 5 Jan 2026 10:00:05 +0000
In-Reply-To: <1@leads.example>
Content-Type: text/plain

I am away. 550 5.1.1 is my locker.
`),
  readReceipt: lines(`From: Ann Client <ann@away.test>
To: office@leads.example
Subject: Read: Your quote
Date: Mon, 5 Jan 2026 10:00:05 +0000
Content-Type: multipart/report; report-type=disposition-notification; boundary="receipt"

--receipt
Content-Type: text/plain

Your message was read.

--receipt
Content-Type: message/disposition-notification

Final-Recipient: rfc822;ann@away.test
Original-Message-ID: <1@leads.example>
Disposition: manual-action/MDN-sent-manually; displayed

--receipt--
`),
  broken: lines(`From: MAILER-DAEMON@mx.example
Subject: Undelivered
Content-Type: multipart/report; report-type=delivery-status; boundary="never"

--never
Content-Type: message/delivery-status

Action failed
`),
};
