import { createHmac } from 'node:crypto'
import { centsOfSats, fromCents, fromSats, toCents, toUsd8 } from '@bitquay/contract/money'
import type { Refund as ShownRefund } from '@bitquay/contract/refunds'
import { computeRefundSats, fromRefundSats, normalizeAmount } from '@bitquay/contract/refunds.amounts'
import type { Actor } from '../audit-log/index.ts'
import { readMailShop } from '../brands/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { findInvoice, findShopLanguages, type InvoiceRow } from '../invoices/index.ts'
import { takeCustomerEmail } from '../mail/index.ts'
import { newToken } from '../platform/crypto/tokens.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { requireReviewedWallet } from '../platform/db/wallet-review.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { chooseLanguage } from '../platform/texts/choose-language.ts'
import { findPrice } from '../prices/index.ts'
import { requireNoDust } from '../sends/index.ts'
import { findStore, lockCurrentStore } from '../stores/index.ts'
import { refundOffered } from './facts.ts'
import { getRefund, type Refundable, readRefundable } from './queries.ts'
import { refundClaimEmail } from './refund-claim-email.ts'
import { findRefundByToken, insertRefund, type Refund } from './table.ts'

/** What is to be refunded. The same for everyone who may offer it. */
export type RefundOrder = {
  merchantId: number
  invoiceId: string
  /** `partial` has an amount. The others are computed. */
  kind: Refund['kind']
  amount?: string | undefined
  /** The invoice's own when it is not set. */
  currency?: string | undefined
  reason?: string | undefined
  /** How much of the reason is its name. The rest describes it. */
  nameCharacters?: number | undefined
  source: Source
  /** The same key finds the refund that it offered, with the same link. */
  idempotencyKey?: string | undefined
}

/** Who offers a refund, and what follows from that. */
export type Offerer = {
  actor: Actor
  /** Their name, which the refund shows. */
  offeredBy: string
  /** Checks the authorization: for people their second factor. */
  authorize: (tx: Tx) => Promise<ApiError | undefined>
}

/** What else a program may or may not do. */
export type OffererLimits = {
  apiKeyId: number | null
  /** Part of each link: or a person could use a program's idempotency key to see its link without a code. */
  linkName: 'refund' | 'refund-by-key'
  /** Who gets the link by email. */
  findRecipient: (tx: Tx, invoice: InvoiceRow) => Promise<string | null>
  /** Throws above a limit. Returns whether the refund counts against it already. */
  takeFromLimit: (tx: Tx, cents: bigint) => Promise<boolean>
  /** Whether the email is the only way to the customer. */
  needsEmail: boolean
}

const personLimits: OffererLimits = {
  apiKeyId: null,
  linkName: 'refund',
  findRecipient: async (_tx, { customerEmail }) => customerEmail,
  takeFromLimit: async () => false,
  // A person sees the link on the screen and can pass it on.
  needsEmail: false,
}

export type OfferedRefund = { refund: ShownRefund; claimLink: string; emailed: boolean }

/** A person offers a refund to a customer, and gets the link too. */
export const offerRefund = (deps: Deps, order: RefundOrder & Offerer): Promise<OfferedRefund> =>
  createOffer(deps, order, personLimits)

/**
 * Offers a refund to a customer. Nothing is sent yet: the holder of the link enters an address. The store is locked
 * while the rest is computed, so that simultaneous offers never promise more than was paid.
 */
export const createOffer = async (
  deps: Deps,
  order: RefundOrder & Offerer,
  limits: OffererLimits,
): Promise<OfferedRefund> => {
  if (!(await findInvoice(deps.db, order.merchantId, order.invoiceId))) throw new ApiError('not-found')
  const store = await findStore(deps.db, order.merchantId)
  if (store?.status !== 'ready') throw new ApiError('not-configured')
  const token = tokenFor(deps, order, limits)
  const { id, emailedAt } = await commitThenThrow(deps.db, (tx) => offer(deps, tx, store.id, order, limits, token))
  const refund = await getRefund(deps.db, order.merchantId, id)
  return { refund, claimLink: `${deps.config.publicUrl}${pathOf(token)}`, emailed: emailedAt !== null }
}

/** A link that must be repeated after a lost answer is derived from the key and our secret. */
const tokenFor = ({ config }: Deps, { merchantId, idempotencyKey }: RefundOrder, { linkName }: OffererLimits) =>
  idempotencyKey === undefined
    ? newToken()
    : createHmac('sha256', config.appSecret).update(`${linkName}:${merchantId}:${idempotencyKey}`).digest('base64url')

const pathOf = (token: string) => `/r/${token}` as const

const offer = async (
  deps: Deps,
  tx: Tx,
  storeRef: number,
  order: RefundOrder & Offerer,
  limits: OffererLimits,
  token: string,
) => {
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
  const left = await readRefundable(tx, invoiceId)
  // Before what else may be missing, which matters to a paid one only.
  if (!left.isPaid) throw new ApiError('nothing-to-refund', { message: nothingPaid })
  const customerEmail = await limits.findRecipient(tx, invoice)
  const amountSats = computeAmount(order, left)
  requireNoDust(amountSats)
  const { cents: priceNow } = await findPrice(tx)
  const price = left.rates.USD === undefined ? priceNow : toCents(left.rates.USD)
  const amountCents = centsOfSats(amountSats, price)
  const centsNow = centsOfSats(amountSats, priceNow)
  // A key must not refund more than its limit because bitcoin has become more expensive, or cheaper, since the payment.
  const countedCents = amountCents > centsNow ? amountCents : centsNow
  const isCounted = await limits.takeFromLimit(tx, countedCents)
  const emailRefusal =
    customerEmail === null ? undefined : await takeCustomerEmail(tx, deps.config, merchantId, customerEmail)
  if (emailRefusal && limits.needsEmail) return emailRefusal
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
    nameCharacters: order.nameCharacters ?? null,
    token,
    customerEmail,
    offeredBy: order.offeredBy,
    apiKeyId: limits.apiKeyId,
    emailedAt: isEmailed ? tx.now : null,
    countedAt: isCounted ? tx.now : null,
  })
  const shownAmount = presentAmount(order, left, amountSats)
  const email = isEmailed && {
    to: customerEmail,
    merchantId,
    ...refundClaimEmail(deps.config.publicUrl, {
      shop: await readMailShop(tx, merchantId, deps.config.publicUrl),
      ...shownAmount,
      reason,
      amountBtc: fromSats(amountSats),
      path: pathOf(token),
      expiresAt: refund.expiresAt,
      language: chooseLanguage({ ...(await findShopLanguages(tx, invoiceId)) }),
    }),
  }
  const detail = {
    ...{ invoiceId, kind, amountBtc: fromSats(amountSats), ...shownAmount },
    ...(reason === null ? {} : { reason }),
  }
  const about = { id: refund.id, merchantId, detail, email: email || undefined }
  await announce(tx, refundOffered, about, { actor, source })
  return refund
}

const nothingPaid = 'Nothing was paid on this invoice, so there is nothing to refund.'

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
