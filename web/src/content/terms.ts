import { brand, type PageMeta, promises } from './content.ts'
import { type LegalDocument, list, text } from './legal.ts'

/** Numbered by their order. */
export const terms: LegalDocument = {
  title: 'Terms of Service',
  lead: `These terms are the agreement between your business and ${brand.name}. They describe what we provide and what we expect from you.`,
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance of these terms',
      parts: [
        text(
          `By applying for an account, signing in or calling our API you accept these terms for yourself and for the business you act for. If you do not accept them, do not use ${brand.name}.`,
        ),
        text('If you accept on behalf of a business, you confirm that you have the authority to bind it.'),
      ],
    },
    {
      id: 'eligibility',
      title: 'Eligibility',
      parts: [
        text(
          'You must be at least 18 years old, or of the age of majority where you live if that is higher, and able to enter into a contract. Your business must be lawfully established and hold the licenses it requires.',
        ),
        text(
          'You may not use the services if the law that applies to you, or to us, prohibits it, including sanctions law.',
        ),
      ],
    },
    {
      id: 'services',
      title: 'Our services',
      parts: [
        text(`${brand.name} lets businesses accept Bitcoin, on-chain and over Lightning:`),
        list(
          'Bitcoin payment processing and settlement',
          'Invoice generation and management',
          'Real-time transaction monitoring',
          'Merchant dashboard and reporting',
          'API access',
          'Customer support',
        ),
        text(
          'We are not a bank, an exchange or an adviser, and we do not sell or buy Bitcoin. We may improve or replace parts of the services. We notify you before a change removes a feature.',
        ),
      ],
    },
    {
      id: 'accounts',
      title: 'Accounts and security',
      parts: [
        text(
          'Information in your application and your account must be true and up to date. You decide who in your business may sign in and what they may do, and you are responsible for what they do.',
        ),
        text(
          'Keep passwords, recovery codes and API keys secret, and turn on two-factor authentication, which withdrawals require. Contact {supportMail} immediately if you believe someone else has had access.',
        ),
      ],
    },
    {
      id: 'prohibited-uses',
      title: 'Prohibited uses',
      parts: [
        text('You may not use the services, directly or for others, for:'),
        list(
          'Illegal activity of any kind, including money laundering and the financing of terrorism',
          'The sale of illegal goods or services',
          'Ponzi schemes, pyramid schemes and similar schemes',
          'Gambling where it is prohibited',
          'Adult content',
          'Unlicensed pharmaceuticals',
          'Violations of intellectual property rights',
          'Fraud, deception, or the use of someone else’s identity or payment details',
        ),
        text(
          'If a licensed business can lawfully operate in one of these areas, you may apply and we decide case by case. Nothing on this list is permitted until we have approved it in writing.',
        ),
      ],
    },
    {
      id: 'fees',
      title: 'Fees',
      parts: [
        text(
          'Payments that you receive cost {depositFee}: a platform fee of {platformFee} and {partnerFee} that is shared among our revenue partners. A markup that we have agreed with you individually is added to the platform fee and shown in your settings.',
        ),
        text(
          'Withdrawals cost {withdrawalFee}. You also pay the Bitcoin network fee, which is shown before you confirm. There are no setup or monthly fees.',
        ),
        text(
          `We give you ${promises.noticeOfFeeChange}’ written notice by email before a fee changes. A payment keeps the fees that were in effect when it was recorded. You are responsible for taxes on your own sales.`,
        ),
      ],
    },
    {
      id: 'bitcoin-transactions',
      title: 'Bitcoin transactions',
      parts: [
        text(
          'A confirmed Bitcoin payment cannot be reversed by you, by your customer or by us. Check addresses and amounts before you send. Refunds are between you and your customer.',
        ),
        text(
          'Payments are confirmed by a public network that nobody controls. Until a payment is confirmed, it is shown as pending. If the network later drops a payment, we correct your balance and notify you.',
        ),
        text(
          'Prices in other currencies are conversions at the rate shown. The value of Bitcoin changes, and that risk is yours from the moment you are paid.',
        ),
      ],
    },
    {
      id: 'wallet-and-keys',
      title: 'Your wallet and your keys',
      parts: [
        text(
          'On-chain payments go to a wallet that belongs to you. Its recovery phrase is shown to you once and then deleted from our systems. Anyone with the recovery phrase controls the funds. We can’t restore it, and we don’t hold those funds.',
        ),
        text(
          'Lightning payments are received on a shared node and recorded as your balance until you move them to your own wallet. Your wallet page always shows both parts of your balance.',
        ),
      ],
    },
    {
      id: 'compliance',
      title: 'Compliance',
      parts: [
        text(
          'We review applications and may ask at any time for information about your business, its owners and its transactions. We may decline an application, ask for more before we approve it, or report what the law requires us to report.',
        ),
        text(
          'You are responsible for the rules that apply to your business: licenses, age checks, consumer law and data protection.',
        ),
      ],
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual property',
      parts: [
        text(
          `The name ${brand.name}, its mark and the design of the services belong to us or to those who license them to us. You may use them to say that you accept payments through ${brand.name}. You may use software that we publish under an open-source license under the terms of that license.`,
        ),
        text('What you upload or enter remains yours. You allow us to process it in order to provide the services.'),
      ],
    },
    {
      id: 'disclaimers',
      title: 'Disclaimers',
      parts: [
        text(
          'We work to keep the services available and correct, and we publish their status. Beyond what the law requires, they are provided as is, without warranty that they will always be available, free of error, or fit for a purpose that we have not agreed in writing.',
        ),
        text('We are not responsible for the Bitcoin network, for third-party software, or for the value of Bitcoin.'),
      ],
    },
    {
      id: 'liability',
      title: 'Limitation of liability',
      parts: [
        text(
          'To the extent that the law permits, neither side is liable for lost profit or for indirect damage, and our total liability for a claim is limited to the fees that you paid us in the twelve months before it arose. Nothing limits liability for intent, for gross negligence, or where the law does not allow it.',
        ),
        text(
          'If a third party makes a claim against us because you broke these terms or the law, you will compensate us for our costs.',
        ),
      ],
    },
    {
      id: 'termination',
      title: 'Suspension and termination',
      parts: [
        text(
          'You may close your account at any time. We may suspend or end it when you break these terms, when the law requires it, or with 30 days’ notice for any other reason.',
        ),
        text(
          'Closing an account does not affect funds in your own wallet. Your keys keep working without us. Lightning balances are paid out, less any fees owed, unless the law prohibits it. Records are kept as described in the {privacy}.',
        ),
      ],
    },
    {
      id: 'governing-law',
      title: 'Governing law and arbitration',
      parts: [
        text(
          'The law of the State of Delaware governs these terms, without its rules on conflicts of law. A dispute that we can’t resolve together is decided by binding arbitration in Delaware, by one arbitrator and in English, and not by a court or a jury.',
        ),
        text(
          'Claims are brought individually and not as a class. Either side may ask a court for urgent relief. Mandatory rights where you live still apply.',
        ),
      ],
    },
    {
      id: 'changes-and-contact',
      title: 'Changes and contact',
      parts: [
        text(
          `We may change these terms. The date above shows when they last changed. We email you about significant changes at least ${promises.noticeOfFeeChange} before they apply. If you keep using the services after that date, you accept the change. If one clause is invalid, the others still apply.`,
        ),
        text('Questions about these terms: {legalMail}.'),
      ],
    },
  ],
}

export const termsMeta: PageMeta = {
  title: `Terms of Service · ${brand.name}`,
  description: `The terms under which businesses use ${brand.name}, last updated ${brand.legalUpdated}.`,
}
