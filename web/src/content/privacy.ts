import { brand, type PageMeta } from './content.ts'
import { type LegalDocument, list, text } from './legal.ts'

/** Numbered by their order. */
export const privacy: LegalDocument = {
  title: 'Privacy Policy',
  lead: `What data ${brand.name} collects, why, how long we keep it, and your choices.`,
  sections: [
    {
      id: 'scope',
      title: 'What this policy covers',
      parts: [
        text(
          `It covers this website, the merchant, partner and admin portals, the checkout pages that your customers see, and our API. For what merchants enter about their own customers, the merchant decides and ${brand.name} processes on the merchant’s behalf.`,
        ),
      ],
    },
    {
      id: 'what-we-collect',
      title: 'What we collect',
      parts: [
        list(
          'Application and account data: business name, type and description of the business, expected volume, website, and the name, email address and phone number of a contact',
          'Sign-in data: a hash of your password, an encrypted two-factor secret, and the sessions you have open',
          'Transaction data: invoices, amounts, Bitcoin addresses, transaction hashes, and the customer details that a merchant chose to enter',
          'Communications: your messages to us and our replies',
          'Technical logs: IP address, browser, time and the page or call requested',
        ),
        text(
          'If we set up a wallet for you, we keep its recovery phrase encrypted until you reveal it once. Then it is deleted. We do not buy data about you from others.',
        ),
      ],
    },
    {
      id: 'how-we-use-it',
      title: 'How we use it',
      parts: [
        list(
          'To review applications and to run accounts',
          'To process payments, withdrawals and fees, and to keep correct books',
          'To protect accounts and to find fraud and abuse',
          'To reply to you and to notify you of changes, such as a new fee schedule',
          'To meet legal obligations, such as record keeping',
        ),
        text('We do not sell personal data, and we do not use it for advertising.'),
      ],
    },
    {
      id: 'legal-bases',
      title: 'Legal bases',
      parts: [
        text(
          'We process account and transaction data to perform our contract with you, records because the law requires them, and technical logs because we have a legitimate interest in a secure service. Where we ask for consent, you can withdraw it at any time.',
        ),
      ],
    },
    {
      id: 'sharing',
      title: 'Who else sees it',
      parts: [
        list(
          'Providers who host our systems, send email or support us, bound by contract and our instructions',
          'Revenue partners, who see amounts and masked customer details, never names or full addresses of customers',
          'Authorities, where the law compels us',
          'A successor, if the business changes hands, under this same policy',
        ),
        text('QR codes are created in your browser. No payment data is sent to a third party to draw them.'),
      ],
    },
    {
      id: 'public-ledger',
      title: 'Bitcoin is a public ledger',
      parts: [
        text(
          'On-chain transactions are visible to everyone, permanently. Neither we nor anyone else can change or remove them. We use a fresh address for each invoice, so that payments can’t be linked unnecessarily.',
        ),
      ],
    },
    {
      id: 'security',
      title: 'How we protect it',
      parts: [
        text(
          'Connections are encrypted, secrets are encrypted at rest, passwords are stored only as hashes, and every privileged action is recorded in an audit log that can’t be edited. Our controls follow these standards:',
        ),
        list('GDPR', 'CCPA', 'PCI DSS', 'SOC 2 Type II'),
        text('If a breach puts your data at risk, we tell you and the authorities without undue delay.'),
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep it',
      parts: [
        {
          kind: 'table',
          head: ['What', 'For how long'],
          rows: [
            ['Account data', '7 years after closure'],
            ['Transactions', '7 years'],
            ['Communications', '3 years'],
            ['Technical logs', '1 year'],
          ],
        },
        text(
          'After that it is deleted or anonymized, unless a legal obligation or an open claim requires us to keep it longer.',
        ),
      ],
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      parts: [
        text(
          'You may ask to see, correct, export or delete your data, to limit or object to its use, and, in California, to know what is collected and not to be treated worse for asking. You may also complain to your data protection authority.',
        ),
        text('Email {privacyMail}. We answer requests within 30 days.'),
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies and browser storage',
      parts: [
        text(
          'We set no tracking cookies and load no third-party scripts. Your browser keeps your sign-in token, your display choices, the open sales of a till, and an unfinished application until you close the tab.',
        ),
        text(
          'After you sign in, a cookie recognizes this device for up to 400 days, so that attacks on your account can’t lock you out. A till has a cookie that connects it to its store.',
        ),
      ],
    },
    {
      id: 'transfers',
      title: 'International transfers and children',
      parts: [
        text(
          'Data may be processed in the United States and in other countries where our providers work. Where the law of your country requires it, standard contractual clauses protect such transfers.',
        ),
        text('The services are for businesses. We do not knowingly collect data of anyone under 18.'),
      ],
    },
    {
      id: 'changes-and-contact',
      title: 'Changes and contact',
      parts: [
        text(
          'The date above says when this policy last changed. We email you about significant changes before they apply. The {terms} govern the services themselves.',
        ),
        text('Questions about privacy: {privacyMail}.'),
      ],
    },
  ],
}

export const privacyMeta: PageMeta = {
  title: `Privacy Policy · ${brand.name}`,
  description: `What data ${brand.name} keeps, why and for how long, and how to view or delete it. Last updated ${brand.legalUpdated}.`,
}
