import { addresses, brand, mailto, type PageMeta, promises } from './content.ts'

export const contact = {
  headline: 'Talk to a person',
  lead: `Support is available 24/7 and replies within ${promises.replyWithin}.`,
  general: {
    title: 'General support',
    text: 'Questions about your account, a payment or applying.',
    address: addresses.support,
    href: mailto(addresses.support),
  },
  cards: [
    {
      title: 'Sales Inquiry',
      text: 'Volume pricing, custom terms, and whether we’re a fit for your business.',
      action: 'Email sales',
      address: addresses.sales,
      href: mailto(addresses.sales, 'Sales Inquiry'),
    },
    {
      title: 'Technical Support',
      text: 'Help with integration, the API, webhooks or a payment that looks wrong.',
      action: 'Email support',
      address: addresses.technical,
      href: mailto(addresses.technical, 'Technical Support'),
    },
  ],
  questions: {
    title: 'Frequently asked questions',
    items: [
      {
        question: 'How fast can I start?',
        answer: `Applications are reviewed within ${promises.reviewWithin}. Once approved, we email you an invitation. Setup takes about five minutes. Then you can send your first invoice.`,
      },
      {
        question: 'What does it cost?',
        answer:
          'Deposits cost {depositFee}: a {platformFee} platform fee and {partnerFee} for revenue partners. Withdrawals cost {withdrawalFee}, plus the network fee. There are no setup or monthly fees.',
      },
      {
        question: 'Where is the API documentation?',
        answer:
          'Every account includes full API access. Find the guide and reference at {docs} and the OpenAPI description at {openapi}. Try every call in the sandbox with test money.',
      },
      {
        question: 'Is my business eligible?',
        answer: `${brand.name} welcomes crypto-native companies and high-risk industries, and 99.9% of merchants are approved. What you sell must be legal where you sell it. See the {terms} for what isn’t permitted.`,
      },
    ],
  },
  callToAction: {
    title: 'Ready to take your first payment?',
    text: 'The application takes four short steps.',
  },
}

export const contactMeta: PageMeta = {
  title: `Contact · ${brand.name}`,
  description: `Contact support or sales. Support is available 24/7 and replies within ${promises.replyWithin}.`,
}
