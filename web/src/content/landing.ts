import { brand, type PageMeta, promises, sectors } from './content.ts'

export const hero = {
  headline: ['Accept Bitcoin.', 'Keep the keys.'],
  lead: 'Get paid {onChain} or over Lightning, into your own wallet. No chargebacks, no bank freezes.',
  /** The block that hangs from the crane; those on the quay count down from it. */
  newestBlockHeight: 925_115,
}

export const features = {
  headline: 'Everything you need to get paid',
  lead: `For ${sectors.join(', ')}, and any business that banks turn away.`,
  /** In this order; the page draws a picture for each. */
  cards: {
    accept: {
      title: 'Accept Bitcoin instantly',
      text: 'One code for both Bitcoin and Lightning. Your customer scans it, and you see the payment arrive.',
    },
    keys: {
      title: 'You keep the keys',
      text: 'Non-custodial: on-chain payments go straight to your wallet. The keys are yours, and we never hold those funds.',
    },
    final: {
      title: 'No chargebacks, no bank freezes',
      text: 'A confirmed payment can’t be reversed, and no bank can freeze it.',
    },
    invoices: {
      title: 'Instant invoices and payment links',
      text: 'Enter an amount and share a link or a code. The price is locked while your customer pays.',
    },
    integration: {
      title: 'Plug-and-play integration',
      text: 'Full API access, signed webhooks, and a sandbox with its own Bitcoin network for testing.',
    },
    dashboard: {
      title: 'Real-time dashboard',
      text: 'Balances, confirmations and fees to the satoshi, in real time. Multi-currency: priced in USD, EUR and more.',
    },
  },
}

export const pricing = {
  /** In two lines; the second is about what the schedule leaves of $100. */
  headline: ['Of every $100,', 'you keep {keptOfHundred}'],
  /** While the schedule cannot be read, no figure is printed. */
  headlineWithoutFigures: ['You only pay', 'when you get paid'],
  lead: `Pay as you go. One public fee schedule, with ${promises.noticeOfFeeChange}’ written notice before it changes.`,
  note: 'The same rate on-chain and over Lightning.',
  lines: [
    ['{platformFee}', 'platform fee on each payment received'],
    ['{partnerFee}', 'shared among revenue partners'],
    ['{withdrawalFee}', 'on withdrawals, plus the network fee'],
    ['$0', 'to set up, $0 per month'],
  ],
}

export const callToAction = {
  headline: 'Start accepting Bitcoin',
  lead: `Applications are reviewed within ${promises.reviewWithin}, and 99.9% of merchants are approved. Setup takes five minutes.`,
}

export const homeMeta: PageMeta = {
  title: `${brand.name}: accept Bitcoin, keep the keys`,
  description:
    'Accept Bitcoin instantly, on-chain and over Lightning. Non-custodial, with no chargebacks, no bank freezes, and no setup or monthly fees.',
}
