import { brand, figures } from './content.ts'

export const about = {
  headline: 'Payments that end where they should: with you',
  mission: {
    title: 'Our mission',
    text: `${brand.name} exists so that any lawful business can accept Bitcoin without asking a bank for leave and without handing its money to a stranger. A payment should be as simple as showing a code, as final as cash, and as private as the law allows.`,
  },
  story: {
    title: 'Our story',
    paragraphs: [
      'It began with businesses that did everything right and were still turned away. Games studios, promoters and marketplaces had customers ready to pay and accounts that were closed, frozen or charged back months after the sale.',
      'Bitcoin had solved the payment. What was missing was everything around it: an invoice in dollars, a price that holds while the customer pays, a ledger that adds up, a person who answers. So we built that, and left out the one thing that payment companies are used to having: your money.',
      `Today ${brand.name} runs on BTCPay Server, in the open, with a store and a wallet for each merchant. What we cannot take, nobody can take from us.`,
    ],
  },
  values: {
    title: 'What we hold to',
    items: [
      {
        name: 'Security First',
        text: 'Keys stay with the merchant, every withdrawal asks for a second factor, and every movement is written twice.',
      },
      {
        name: 'Transparency',
        text: 'One fee schedule, printed the same on every page, with notice before it changes. Old figures say how old they are.',
      },
      {
        name: 'Customer Success',
        text: 'We are paid when you are. Someone who knows the product answers, around the clock.',
      },
      {
        name: 'Bitcoin Native',
        text: 'On-chain and Lightning, counted in satoshis, on software that anyone can read. No tokens, no detours.',
      },
      {
        name: 'Innovation',
        text: 'New work is tried in a sandbox with a network of its own before it goes anywhere near your money.',
      },
      {
        name: 'Accessibility',
        text: 'Open to the industries that banks are slow to welcome, and usable with a keyboard, a phone or a screen reader.',
      },
    ],
  },
  impact: {
    title: 'What it has come to',
    figures: [figures.businesses, figures.volume, figures.approval, figures.uptime, figures.setup, figures.support],
  },
  leadership: {
    title: 'Leadership',
    paragraphs: [
      `${brand.name} is led by people who come from payments, Bitcoin engineering and compliance, and who have run the systems that they now offer to others.`,
      'They decide by two questions: who holds the money if this fails, and would we say so on the front page? A plan with the wrong answer to either is not built.',
    ],
  },
  callToAction: {
    title: 'Take your next payment in Bitcoin',
    text: 'Four short steps to apply, an answer within 24 hours, and no fee until the first payment arrives.',
  },
}
