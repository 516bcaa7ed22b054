import { brand, promises } from './content.ts'
import { type LegalDocument, list, text } from './legal.ts'

/** Numbered by their order. */
export const terms: LegalDocument = {
  title: 'Terms of Service',
  lead: `These terms are the agreement between your business and ${brand.name}. They say what we do, what we do not do, and what we ask of you.`,
  sections: [
    {
      id: 'acceptance',
      title: 'Acceptance of these terms',
      parts: [
        text(
          `By applying for an account, signing in or calling our API you accept these terms for yourself and for the business you act for. If you do not accept them, do not use ${brand.name}.`,
        ),
        text('Whoever accepts on behalf of a business confirms that they have the authority to bind it.'),
      ],
    },
    {
      id: 'eligibility',
      title: 'Eligibility',
      parts: [
        text(
          'You must be at least 18 years old, or of the age of majority where you live if that is higher, and able to enter into a contract. Your business must be lawfully established and hold the licences its trade requires.',
        ),
        text(
          'You may not use the services if the law that applies to you, or to us, forbids it, sanctions law included.',
        ),
      ],
    },
    {
      id: 'services',
      title: 'Our services',
      parts: [
        text(`${brand.name} gives businesses the means to accept Bitcoin, on-chain and over Lightning:`),
        list(
          'Bitcoin payment processing and settlement',
          'Invoice generation and management',
          'Real-time transaction monitoring',
          'Merchant dashboard and reporting',
          'API access',
          'Customer support',
        ),
        text(
          'We are not a bank, an exchange or an adviser, and we do not sell or buy Bitcoin. We may improve or replace parts of the services; we tell you beforehand when a change takes something away.',
        ),
      ],
    },
    {
      id: 'accounts',
      title: 'Accounts and security',
      parts: [
        text(
          'Information in your application and your account must be true and kept current. You decide which people of your business may sign in and what they may do, and you answer for what they do.',
        ),
        text(
          'Keep passwords, recovery codes and API keys secret, and turn on two-factor authentication: withdrawals need it. Tell us at once at {supportMail} when you believe that someone else has had access.',
        ),
      ],
    },
    {
      id: 'prohibited-uses',
      title: 'Prohibited uses',
      parts: [
        text('You may not use the services, directly or for others, for:'),
        list(
          'Illegal activity of any kind, money laundering and the financing of terrorism included',
          'The sale of illegal goods or services',
          'Ponzi schemes, pyramid schemes and the like',
          'Gambling where it is prohibited',
          'Adult content',
          'Unlicensed pharmaceuticals',
          'Violations of intellectual property rights',
          'Fraud, deception, or the use of someone else’s identity or payment details',
        ),
        text(
          'Where one of these fields can be served lawfully by a licensed business, you may apply and we decide case by case. Nothing on this list is permitted until we have approved it in writing.',
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
          'Withdrawals cost {withdrawalFee}; the fee of the Bitcoin network is yours to pay and is shown before you confirm. There are no setup fees and no monthly fees.',
        ),
        text(
          `We give you ${promises.noticeOfFeeChange}’ written notice by email before a fee changes. A payment keeps the fees that were in force when it was booked. Taxes on your own sales are yours to determine and to pay.`,
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
          'Confirmation is the work of a public network that nobody controls. Until a payment is confirmed it is shown as pending; a payment that the network later drops is corrected in your books, and we tell you so.',
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
          'On-chain payments go to a wallet that belongs to you. Its recovery words are shown to you once and are then deleted from our systems; whoever holds them controls the funds. We cannot restore them, and we do not hold those funds.',
        ),
        text(
          'Lightning payments are received on a shared node and recorded as your balance until you move them to your own wallet. Your wallet page always says which part of your balance is which.',
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
          'You are responsible for the rules of your own trade: licences, age checks, consumer law and data protection.',
        ),
      ],
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual property',
      parts: [
        text(
          `The name ${brand.name}, its mark and the design of the services belong to us or to those who license them to us. You may use them to say that you accept payments through ${brand.name}. Software that we publish under an open licence is yours to use under that licence.`,
        ),
        text('What you upload or enter remains yours; you allow us to process it in order to provide the services.'),
      ],
    },
    {
      id: 'disclaimers',
      title: 'Disclaimers',
      parts: [
        text(
          'We work to keep the services available and correct, and we publish their state. Beyond what the law requires, they are provided as they are, without warranty that they will always be available, free of error, or fit for a purpose that we have not agreed in writing.',
        ),
        text(
          'We do not answer for the Bitcoin network, for the software of third parties, or for the value of Bitcoin.',
        ),
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
          'If a third party makes a claim against us because you broke these terms or the law, you compensate us for what it costs us.',
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
          'Ending an account does not touch funds in your own wallet: your keys go on working without us. Lightning balances are paid out less fees owed, unless the law forbids it. Records are kept as the {privacy} says.',
        ),
      ],
    },
    {
      id: 'governing-law',
      title: 'Governing law and arbitration',
      parts: [
        text(
          'The law of the State of Delaware governs these terms, without its rules on conflicts of law. A dispute that we cannot settle by talking is decided by binding arbitration in Delaware, by one arbitrator and in English, and not by a court or a jury.',
        ),
        text(
          'Claims are brought individually and not as a class. Either side may ask a court for urgent relief, and mandatory rights that you have where you live remain.',
        ),
      ],
    },
    {
      id: 'changes-and-contact',
      title: 'Changes and contact',
      parts: [
        text(
          `We may change these terms. The date above says when that last happened; we announce a change that matters by email at least ${promises.noticeOfFeeChange} before it applies. Going on after that date means accepting it. If one clause does not hold, the others do.`,
        ),
        text('Questions about these terms: {legalMail}.'),
      ],
    },
  ],
}
