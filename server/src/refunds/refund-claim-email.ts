import type { Language } from '@bitquay/contract/languages'
import { type Email, type Fact, renderEmail, type Shop, shortenCustomerText } from '../mail/index.ts'
import { formatEmailAmount } from '../platform/texts/format.ts'
import { textsOf } from '../platform/texts/texts-of.ts'

type ClaimEmail = {
  shop: Shop
  amount: string
  currency: string
  amountBtc: string
  reason: string | null
  path: `/${string}`
  expiresAt: Date | null
  language?: Language
}

/** Sent to a customer who gets a refund and must enter an address. `path` is the claim page, with its secret. */
export const refundClaimEmail = (publicUrl: string, refund: ClaimEmail): Email => {
  const { language = 'en', shop } = refund
  const texts = textsOf(language)
  return renderEmail(
    (minute) => ({
      subject: texts.refundFrom(shop.name),
      heading: texts.sendingRefund(shop.name),
      shop,
      paragraphs: [texts.addAddress],
      figure: { name: texts.amount, ...describeAmount(refund, language) },
      action: { label: texts.claimRefund, url: `${publicUrl}${refund.path}`, first: true },
      facts: [
        ...(refund.reason ? [[texts.reason, shortenCustomerText(refund.reason)] satisfies Fact] : []),
        ...(refund.expiresAt ? [[texts.claimBy, minute(refund.expiresAt)] satisfies Fact] : []),
      ],
      notice: { tone: 'caution', line: texts.refundCaution },
      closing: [texts.notExpected],
      publicUrl,
    }),
    language,
  )
}

const describeAmount = ({ amount, currency, amountBtc }: ClaimEmail, language: Language) => {
  if (currency === 'BTC' || currency === 'SATS') return { amount: `${amountBtc} BTC` }
  return { amount: formatEmailAmount(amount, currency, language), detail: `${amountBtc} BTC` }
}
