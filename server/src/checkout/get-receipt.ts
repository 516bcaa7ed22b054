import type { ShopBrand } from '@bitquay/contract/brands'
import type { Checkout } from '@bitquay/contract/checkout'
import { type Language, localeOf } from '@bitquay/contract/languages'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Fact } from '../mail/index.ts'
import { getMerchantDetails } from '../people/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Texts } from '../platform/texts/en.ts'
import { formatCount, formatPrice } from '../platform/texts/format.ts'
import { textsOf } from '../platform/texts/texts-of.ts'
import { readCheckout } from './queries.ts'

/** What a receipt says, on paper and in an email. */
export type Receipt = {
  invoiceId: string
  language: Language
  storeName: string
  brand: ShopBrand
  /** The price, such as `$265.00`. */
  amount: string
  description: string | null
  /** When it was paid. */
  at: Date
  /** Names and values, in the order of the checkout page. */
  facts: Fact[]
  issuer: Issuer
}

/** Who received the money: what the business says of itself. */
export type Issuer = {
  /** The legal name, the address, and how to reach the business. */
  lines: string[]
  timeZone: string | null
}

/** Reads the receipt of an invoice. There is none until it is paid, nor after a reorganization has undone that. */
export const getReceipt = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  invoiceId: string,
  language: Language,
): Promise<Receipt> => {
  const checkout = await readCheckout(db, invoiceId, config.publicUrl)
  if (checkout?.status !== 'settled') throw new ApiError('not-found')
  const receipt = describeReceipt(checkout, language)
  const [amount, ...facts] = receipt.facts
  const { taxId, ...issuer } = await readIssuer(db, invoiceId, language)
  return {
    ...receipt,
    facts: [
      ...(amount ? [amount] : []),
      ...(await readTaxes(db, checkout, language)),
      ...facts,
      ...(taxId === null ? [] : [fact(textsOf(language).taxId, taxId)]),
    ],
    issuer,
  }
}

const readIssuer = async (
  db: Deps['db'],
  invoiceId: string,
  language: Language,
): Promise<Issuer & { taxId: string | null }> => {
  const { merchantId } = await db
    .selectFrom('invoices')
    .select('merchantId')
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow()
  const details = await getMerchantDetails(db, merchantId)
  const { legalName, street, city, region, postalCode, country, taxId, phone, website, timeZone } = details
  const joined = (separator: string, ...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(separator)
  const lines = [
    legalName,
    street,
    joined(', ', city, joined(' ', region, postalCode), country && countryName(country, language)),
    joined(' · ', phone, website?.replace(/^https?:\/\//i, '')),
  ]
  return { lines: lines.flatMap((line) => line || []), timeZone, taxId }
}

const countryName = (country: string, language: Language) =>
  new Intl.DisplayNames(localeOf(language), { type: 'region' }).of(country)

/** The sales tax of a till's sale, by rate. Only tills write it: anyone else's metadata is their own. */
const readTaxes = async (db: Deps['db'], { invoiceId, currency }: Checkout, language: Language) => {
  const { rows } = await sql<{ name: string; percent: string; amount: string }>`
    select x.* from invoices i, jsonb_to_recordset(i.metadata -> 'taxes') as x (name text, percent text, amount text)
    where i.invoice_id = ${invoiceId} and i.created_by like 'till:%'`.execute(db)
  return rows.map(({ name, percent, amount }) => fact(`${name} ${percent}%`, formatPrice(amount, currency, language)))
}

/** Takes only what the checkout shows to everyone who has its link. */
export const describeReceipt = (checkout: Checkout, language: Language = 'en'): Omit<Receipt, 'issuer'> => {
  const texts = textsOf(language)
  const { invoiceId, storeName, currency, amountBtc, paidBtc, rate, confirmedInBlock, description } = checkout
  const amount = formatPrice(checkout.amount, currency, language)
  const payments = checkout.payments.filter(({ status }) => status !== 'failed')
  return {
    invoiceId,
    language,
    storeName,
    brand: checkout.brand,
    amount,
    description,
    at: new Date(checkout.paidAt ?? payments.at(-1)?.seenAt ?? checkout.createdAt),
    facts: [
      [texts.amount, amount],
      ...(amountBtc !== null && currency !== 'BTC' ? [fact(texts.inBitcoin, `${amountBtc} BTC`)] : []),
      ...(payments.length > 0 && paidBtc !== amountBtc ? [fact(texts.received, `${paidBtc} BTC`)] : []),
      ...(rate !== null ? [fact(texts.rate, `1 BTC = ${formatPrice(rate, 'USD', language)}`)] : []),
      [texts.paidWith, describeMethods(texts, payments, storeName)],
      ...payments.map(({ method, txid }) =>
        fact(method === 'lightning' ? texts.paymentHash : texts.transaction, txid, 'code'),
      ),
      ...(confirmedInBlock === null ? [] : [fact(texts.confirmedInBlock, formatCount(confirmedInBlock, language))]),
      [texts.invoice, invoiceId, 'code'],
    ],
  }
}

const fact = (...parts: Fact): Fact => parts

const describeMethods = (texts: Texts, payments: Checkout['payments'], storeName: string) => {
  const methods = new Set(payments.map(({ method }) => method))
  if (methods.size === 0) return texts.markedBy(storeName)
  if (methods.size > 1) return texts.bothWays
  return methods.has('lightning') ? texts.lightning : texts.onChain
}
