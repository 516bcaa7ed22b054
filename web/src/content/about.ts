import { brand, figures, type PageMeta } from './content.ts'

export const about = {
  headline: 'Bitcoin payments that go straight to you',
  mission: {
    title: 'Our mission',
    text: `${brand.name} exists so that any lawful business can accept Bitcoin without asking a bank’s permission or handing its money to someone else. A payment should be as simple as showing a code, as final as cash, and as private as the law allows.`,
  },
  story: {
    title: 'Our story',
    paragraphs: [
      'We started with businesses that did everything right and were still turned away. Game studios, promoters and marketplaces had customers ready to pay. Their accounts were closed or frozen, or their sales charged back months later.',
      'Bitcoin had solved the payment. Everything around it was missing: an invoice in dollars, a price that holds while the customer pays, a ledger that adds up, and a person who answers. We built that, without ever holding your wallet’s funds.',
      `Today ${brand.name} runs on BTCPay Server, which is open source, with a separate store and wallet for each merchant. We can’t lose what we never hold.`,
    ],
  },
  values: {
    title: 'Our values',
    items: [
      {
        name: 'Security First',
        text: 'You keep your keys, every withdrawal requires two-factor, and every transaction is recorded with double-entry bookkeeping.',
      },
      {
        name: 'Transparency',
        text: 'One fee schedule, the same on every page, with notice before it changes. Figures always show how recent they are.',
      },
      {
        name: 'Customer Success',
        text: 'We only get paid when you do. Support that knows the product, 24/7.',
      },
      {
        name: 'Bitcoin Native',
        text: 'On-chain and Lightning, accounted for in satoshis, on open-source software. No tokens.',
      },
      {
        name: 'Innovation',
        text: 'We test everything in a sandbox with its own Bitcoin network before it touches your money.',
      },
      {
        name: 'Accessibility',
        text: 'Open to industries that banks turn away. Works with a keyboard, a phone or a screen reader.',
      },
    ],
  },
  impact: {
    title: 'Our impact',
    figures: [figures.businesses, figures.volume, figures.approval, figures.uptime, figures.setup, figures.support],
  },
  leadership: {
    title: 'Leadership',
    paragraphs: [
      `${brand.name} is led by people from payments, Bitcoin engineering and compliance who have run these systems themselves.`,
      'Every plan has to answer two questions. Who holds the money if this fails? Would we say so on our home page? If either answer is wrong, we don’t build it.',
    ],
  },
  callToAction: {
    title: 'Take your next payment in Bitcoin',
    text: 'Apply in four short steps and get an answer within 24 hours. No fees until your first payment.',
  },
}

export const aboutMeta: PageMeta = {
  title: `About · ${brand.name}`,
  description: `Our mission, story and values: Bitcoin payments for businesses that keep their own keys.`,
}
