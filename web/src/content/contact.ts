import { addresses, brand, mailto, promises } from './content.ts'

export const contact = {
  headline: 'Talk to a person',
  lead: `Support is there 24/7 and replies within ${promises.replyWithin}, usually much sooner.`,
  general: {
    title: 'General support',
    text: 'For anything at all: your account, a payment, a question before you apply.',
    address: addresses.support,
    href: mailto(addresses.support),
  },
  cards: [
    {
      title: 'Sales Inquiry',
      text: 'Volumes, special arrangements, and whether we are right for your business.',
      action: 'Write to sales',
      address: addresses.sales,
      href: mailto(addresses.sales, 'Sales Inquiry'),
    },
    {
      title: 'Technical Support',
      text: 'Integration, API, webhooks, or a payment that does not look the way you expect.',
      action: 'Write to engineering',
      address: addresses.technical,
      href: mailto(addresses.technical, 'Technical Support'),
    },
  ],
  questions: {
    title: 'Frequently asked questions',
    items: [
      {
        question: 'How fast can I start?',
        answer: `Applications are reviewed within ${promises.reviewWithin}. Once yours is approved you get an invitation by email; setup takes about five minutes, and then you can send your first invoice.`,
      },
      {
        question: 'What does it cost?',
        answer:
          'Deposits cost {depositFee}: {platformFee} platform fee and {partnerFee} for revenue partners. Withdrawals cost {withdrawalFee}, plus the network’s own fee. There are no setup fees and no monthly fees.',
      },
      {
        question: 'Where is the API documentation?',
        answer:
          'Every account comes with full API access. The guide and the reference are at {docs}, the machine-readable description of every call at {openapi}, and the sandbox lets you try each of them with money that is not real.',
      },
      {
        question: 'Is my business eligible?',
        answer: `${brand.name} welcomes crypto-native companies and high-risk industries, and 99.9% of merchants are approved. What you sell must be lawful where you sell it; the {terms} list what is not permitted.`,
      },
    ],
  },
  callToAction: {
    title: 'Ready to take your first payment?',
    text: 'The application takes four short steps.',
  },
}
