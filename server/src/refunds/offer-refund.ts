import { createHmac } from 'node:crypto'
import type { Language } from '@bitquay/contract/languages'
import { centsOfSats, fromCents, fromSats, toCents, toUsd8 } from '@bitquay/contract/money'
import { computeRefundSats, fromRefundSats, normalizeAmount } from '@bitquay/contract/refund-amounts'
import type { Refund as ShownRefund } from '@bitquay/contract/refunds'
import { type Actor, recordActivity } from '../audit-log/index.ts'
import { readMailShop } from '../brands/index.ts'
import type { Deps } from '../deps.ts'
import { findInvoice, findShopLanguages, type InvoiceRow } from '../invoices/index.ts'
import {
  type Email,
  type Fact,
  queueEmail,
  renderEmail,
  type Shop,
  shortenCustomerText,
  takeCustomerEmail,
} from '../mail/index.ts'
import { newToken } from '../platform/crypto/tokens.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { requireReviewedWallet } from '../platform/db/wallet-review.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { formatEmailAmount } from '../platform/texts/format.ts'
import { textsOf } from '../platform/texts/texts-of.ts'
import { findPrice } from '../prices/index.ts'
import { requireNoDust } from '../sends/index.ts'
import { findStore, lockCurrentStore } from '../stores/index.ts'
import { publishRefundEvent } from './publish-refund-event.ts'
import { getRefund, isWithinReach, type Refundable, readKeyRefunds, readRefundable } from './queries.ts'
import { findRefundByToken, insertRefund, type Refund } from './table.ts'

export type RefundOrder = {
  merchantId: number
  invoiceId: string
  /** `partial` has an amount. The others are computed. */
  kind: Refund['kind']
  amount?: string | undefined
  /** The invoice's own when it is not set. */
  currency?: string | undefined
  reason?: string | undefined
  actor: Actor
  offeredBy: string
  /** Set where a program offers the refund: then its limits apply, and only the customer gets the link. */
  apiKeyId?: number | undefined
  /** The key's limit applies when the customer claims: above it, the claim waits for a person. */
  isApprovedLater?: boolean | undefined
  source: Source
  /** The same key finds the refund that it offered, with the same link. */
  idempotencyKey?: string | undefined
  /** Checks the authorization: for people their second factor. */
  authorize: (tx: Tx) => Promise<ApiError | undefined>
}

/**
 * Offers a refund to a customer. Nothing is sent yet: the holder of the link enters an address. The store is locked
 * while the rest is computed, so that simultaneous offers never promise more than was paid.
 */
export const offerRefund = async (
  deps: Deps,
  order: RefundOrder,
): Promise<{ refund: ShownRefund; claimLink: string; emailed: boolean }> => {
  if (!(await findInvoice(deps.db, order.merchantId, order.invoiceId))) throw new ApiError('not-found')
  const store = await findStore(deps.db, order.merchantId)
  if (store?.status !== 'ready') throw new ApiError('not-configured')
  const token = tokenFor(deps, order)
  const { id, emailedAt } = await commitThenThrow(deps.db, (tx) => offer(deps, tx, store.id, order, token))
  const refund = await getRefund(deps.db, order.merchantId, id)
  return { refund, claimLink: `${deps.config.publicUrl}${pathOf(token)}`, emailed: emailedAt !== null }
}

/**
 * A link that must be repeated after a lost answer is derived from the key and our secret. People's and programs' keys
 * give different links, or a person could use a program's key to see its link without a code.
 */
const tokenFor = ({ config }: Deps, { merchantId, idempotencyKey, apiKeyId }: RefundOrder) =>
  idempotencyKey === undefined
    ? newToken()
    : createHmac('sha256', config.appSecret)
        .update(`${apiKeyId === undefined ? 'refund' : 'refund-by-key'}:${merchantId}:${idempotencyKey}`)
        .digest('base64url')

const pathOf = (token: string) => `/r/${token}` as const

const offer = async (deps: Deps, tx: Tx, storeRef: number, order: RefundOrder, token: string) => {
  await lockCurrentStore(tx, storeRef)
  const { merchantId, invoiceId, kind, actor, source } = order
  const reason = order.reason || null
  const invoice = await findInvoice(tx, merchantId, invoiceId)
  if (!invoice) throw new ApiError('not-found')
  const known = order.idempotencyKey === undefined ? undefined : await findRefundByToken(tx, token)
  if (known && !isSameOrder(known, order, invoice)) throw new ApiError('idempotency-key-reused')
  if (known) return known
  const refusal = await order.authorize(tx)
  if (refusal) return refusal
  // The same refund may be paid already, and a restored database doesn't know it.
  await requireReviewedWallet(tx, storeRef)
  const customerEmail = order.apiKeyId === undefined ? invoice.customerEmail : await requireKeyReach(tx, invoice)
  const left = await readRefundable(tx, invoiceId)
  const amountSats = computeAmount(order, left)
  requireNoDust(amountSats)
  const { cents: priceNow } = await findPrice(tx)
  const price = left.rates.USD === undefined ? priceNow : toCents(left.rates.USD)
  const amountCents = centsOfSats(amountSats, price)
  const centsNow = centsOfSats(amountSats, priceNow)
  // A key must not refund more than its limit because bitcoin has become more expensive, or cheaper, since the payment.
  const countedCents = amountCents > centsNow ? amountCents : centsNow
  const isCounted = order.apiKeyId !== undefined && order.isApprovedLater !== true
  if (order.apiKeyId !== undefined && isCounted) await requireKeyLimit(tx, order.apiKeyId, countedCents)
  const emailRefusal =
    customerEmail === null ? undefined : await takeCustomerEmail(tx, deps.config, merchantId, customerEmail)
  // A person sees the link on the screen and can pass it on. A refund by a key has no other way to the customer.
  if (emailRefusal && order.apiKeyId !== undefined) return emailRefusal
  const isEmailed = customerEmail !== null && emailRefusal === undefined
  const refund = await insertRefund(tx, {
    merchantId,
    invoiceId,
    kind,
    amountSats,
    ...presentAmount(order, left, amountSats),
    amountUsd: fromCents(amountCents),
    btcPrice: fromCents(price),
    countedUsd: fromCents(countedCents),
    reason,
    token,
    customerEmail,
    offeredBy: order.offeredBy,
    apiKeyId: order.apiKeyId ?? null,
    emailedAt: isEmailed ? tx.now : null,
    countedAt: isCounted ? tx.now : null,
  })
  if (isEmailed) {
    const email = refundClaimEmail(deps.config.publicUrl, {
      shop: await readMailShop(tx, merchantId, deps.config.publicUrl),
      ...presentAmount(order, left, amountSats),
      reason,
      amountBtc: fromSats(amountSats),
      path: pathOf(token),
      expiresAt: refund.expiresAt,
      language: chooseLanguage({ ...(await findShopLanguages(tx, invoiceId)) }),
    })
    await queueEmail(tx, { to: customerEmail, merchantId, ...email })
  }
  await recordActivity(tx, {
    act: 'refund-offered',
    actor,
    source,
    subject: { kind: 'refund', id: refund.id },
    merchantId,
    detail: {
      invoiceId,
      kind,
      amountBtc: fromSats(amountSats),
      ...presentAmount(order, left, amountSats),
      ...(reason === null ? {} : { reason }),
    },
  })
  await publishRefundEvent(tx, refund, 'refund.created')
  await emitChange(tx, `merchant:${merchantId}`, 'refunds')
  return refund
}

/** Whether a repeated Idempotency-Key asks for what it asked for before. */
const isSameOrder = (known: Refund, order: RefundOrder, invoice: InvoiceRow) =>
  known.invoiceId === order.invoiceId &&
  known.kind === order.kind &&
  known.reason === (order.reason || null) &&
  (order.amount === undefined ||
    (known.currency === (order.currency ?? invoice.currency) &&
      known.amount !== null &&
      toUsd8(known.amount) === toUsd8(order.amount)))

/** The satoshis to refund, never more than what is left. */
const computeAmount = ({ kind, amount, currency }: RefundOrder, left: Refundable): bigint => {
  const leftSats = kind === 'overpaid' ? left.overpaidSats : left.everythingSats
  const wanted = currency ?? left.currency
  requireCurrency(wanted, left)
  if (leftSats <= 0n) throw new ApiError('nothing-to-refund')
  if (amount === undefined) return leftSats
  const amountSats = computeRefundSats({ amount, currency: wanted }, left.rates, leftSats)
  if (amountSats === undefined) throw invalidField('amount', 'Please enter a valid amount')
  if (amountSats > leftSats) throw tooLarge(leftSats, wanted, left)
  return amountSats
}

const requireCurrency = (currency: string, left: Refundable) => {
  const allowed = [...new Set([left.currency, ...Object.keys(left.rates), 'BTC', 'SATS'])]
  if (allowed.includes(currency)) return
  throw invalidField('currency', `This invoice is in ${left.currency}. Use ${allowed.join(', ')}.`)
}

const invalidField = (path: string, message: string) =>
  new ApiError('invalid-request', { message, fields: [{ path, message }] })

const tooLarge = (leftSats: bigint, currency: string, left: Refundable) => {
  const shown = currency === 'BTC' ? '' : ` (${fromRefundSats(leftSats, currency, left.rates)} ${currency})`
  const message = `Only ${fromSats(leftSats)} BTC${shown} of this invoice is left to refund. Nothing was created.`
  return new ApiError('refund-too-large', { message, fields: [{ path: 'amount', message }] })
}

/** A refund in the currency that it was requested in: the amount that was named, or else what it is worth there. */
const presentAmount = (order: RefundOrder, left: Refundable, amountSats: bigint) => {
  const { amount, currency = left.currency } = order
  const shown =
    amount === undefined ? fromRefundSats(amountSats, currency, left.rates) : normalizeAmount(amount, currency)
  return shown === undefined ? { amount: fromSats(amountSats), currency: 'BTC' } : { amount: shown, currency }
}

const keyReachDays = 90

/** The only address that a key's refund may go to: nothing that the key can change decides it. */
const requireKeyReach = async (tx: Tx, { invoiceId, refundEmail }: InvoiceRow): Promise<string> => {
  if (invoiceId === null || !(await isWithinReach(tx, invoiceId, keyReachDays))) {
    throw new ApiError('refund-invoice-too-old')
  }
  if (refundEmail === null) throw new ApiError('refund-email-missing')
  return refundEmail
}

/** The store is locked, so that each of several simultaneous refunds sees those before it. */
const requireKeyLimit = async (tx: Tx, apiKeyId: number, amountCents: bigint) => {
  const { limitCents, offeredCents, secondsLeft } = await readKeyRefunds(tx, apiKeyId)
  if (offeredCents + amountCents <= limitCents) return
  throw new ApiError('refund-limit-reached', {
    message:
      limitCents === 0n
        ? 'This API key has no daily refund limit yet, so it can’t refund. Set one in Settings > Developer.'
        : `This refund would exceed the API key’s daily refund limit of $${fromCents(limitCents)}. Nothing was created.`,
    retryAfterSeconds: secondsLeft,
  })
}

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
