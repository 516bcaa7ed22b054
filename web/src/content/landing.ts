import { brand, promises, sectors } from './content.ts'

export const hero = {
  headline: ['Accept Bitcoin.', 'Keep the keys.'],
  lead: 'Payments land in a wallet that is yours, {onChain} or over Lightning. No chargebacks, no bank freezes.',
  /** The block that hangs from the crane; those on the quay count down from it. */
  newestBlockHeight: 925_115,
}

export const features = {
  headline: 'Everything a payment needs to land safely',
  lead: `For ${sectors.join(', ')}, and for any business a bank has been slow to welcome.`,
  /** In this order; the page draws a picture for each. */
  cards: {
    accept: {
      title: 'Accept Bitcoin instantly',
      text: 'One code takes both Bitcoin and Lightning. Your customer scans, and you watch the payment land.',
    },
    keys: {
      title: 'You keep the keys',
      text: 'Non-custodial: on-chain payments go straight to your wallet. The keys are yours, and we never hold those funds.',
    },
    final: {
      title: 'No chargebacks, no bank freezes',
      text: 'A confirmed payment stays paid. Nobody can reverse it, and nobody can lock the account it went to.',
    },
    invoices: {
      title: 'Instant invoices and payment links',
      text: 'Enter an amount, share a link or a code. The price is locked while your customer pays.',
    },
    integration: {
      title: 'Plug-and-play integration',
      text: 'Full API access, signed webhooks, and a sandbox with a Bitcoin network of its own to try everything on.',
    },
    dashboard: {
      title: 'Real-time dashboard',
      text: 'Balances, confirmations and fees to the satoshi, as they happen. Multi-currency: priced in USD, EUR and more.',
    },
  },
}

export const pricing = {
  /** In two lines; the second is about what the schedule leaves of $100. */
  headline: ['Of every $100,', 'you keep {keptOfHundred}'],
  /** While the schedule cannot be read, no figure is printed. */
  headlineWithoutFigures: ['You pay only', 'when you are paid'],
  lead: `Pay as you go. One fee schedule, printed the same everywhere, with ${promises.noticeOfFeeChange}’ written notice before it changes.`,
  note: 'The same on-chain and over Lightning, from the first payment to the last.',
  lines: [
    ['{platformFee}', 'platform fee on each payment received'],
    ['{partnerFee}', 'shared among revenue partners'],
    ['{withdrawalFee}', 'on withdrawals, plus the network’s own fee'],
    ['$0', 'to set up, and $0 a month'],
  ],
}

export const callToAction = {
  headline: 'There is a berth free for you',
  lead: `Applications are reviewed within ${promises.reviewWithin}, and 99.9% of merchants are approved. Setup takes five minutes.`,
}

export const footerLine = `24/7 support, with a reply within ${promises.replyWithin}. © ${brand.copyrightYear} ${brand.name}`
