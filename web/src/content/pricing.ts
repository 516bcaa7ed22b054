import { brand, type PageMeta, promises } from './content.ts'

export const pricingPage = {
  lead: `One fee per payment. No setup or monthly fees. You hear about changes ${promises.noticeOfFeeChange} ahead.`,
  figures: [
    { name: 'Payments', figure: '{depositFee}', text: 'On-chain and Lightning alike. Nothing if you don’t sell.' },
    { name: 'Withdrawals', figure: '{withdrawalFee}', text: 'Plus the network fee. You see it before you send.' },
    { name: 'Setup and monthly', figure: '$0', text: 'Till, invoices, payment links, API and team included.' },
  ],
  questionsTitle: 'Questions about fees',
  questions: [
    {
      question: 'Can I pass the fee to my customer?',
      answer:
        'Yes. The invoice form can add {processingFee} to the bill. You keep it. It’s a switch, and you see the total before you send.',
    },
    {
      question: 'When do you collect the fee?',
      answer: 'Over Lightning, when the payment arrives. On-chain later, in one transfer from your wallet.',
    },
    { question: 'What about refunds?', answer: 'You refund from your own wallet and pay the network fee.' },
    { question: 'Are there chargebacks?', answer: 'No. A confirmed Bitcoin payment can’t be reversed.' },
  ],
  callToAction: {
    title: 'Take your first payment today',
    text: `Applications are reviewed within ${promises.reviewWithin}.`,
  },
}

export const pricingMeta: PageMeta = {
  title: `Pricing · ${brand.name}`,
  description: 'What a Bitcoin payment costs: one fee per payment, no setup or monthly fees. Calculate your month.',
}
