import { positiveAmount } from '@bitquay/contract/amounts'
import { payMethod } from '@bitquay/contract/invoices.options'
import { fromSats } from '@bitquay/contract/money'
import type { Refund } from '@bitquay/contract/refunds'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { programOf } from '../audit-log/index.ts'
import { readShop } from '../brands/index.ts'
import { fillPage, readTemplate } from '../checkout/index.ts'
import type { Deps } from '../deps.ts'
import { findInvoice, type InvoiceRow } from '../invoices/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { findSatsFor } from '../prices/index.ts'
import {
  cancelRefund,
  findPullPayment,
  getPullPayment,
  listPullPayments,
  offerRefundByKey,
  type PullPayment,
  type RefundOrder,
  readPaid,
} from '../refunds/index.ts'
import { findRefundableInvoice } from './queries.ts'
import { read } from './read-new-invoice.ts'
import {
  type AddRoute,
  GreenfieldError,
  GreenfieldInvalid,
  type GreenfieldRequest,
  type GreenfieldRoute,
  missingPermission,
} from './route.ts'

const amount = positiveAmount(8, 'The amount should be more than 0')
const currency = z.string('The currency field is required').trim().toUpperCase().max(5)
const payoutMethods = z.array(payMethod).max(10).nullish()

/** Our refunds are claimed on-chain, whatever methods are listed. Dates are ours too. */
const newPullPayment = z.looseObject({
  name: z.string().max(200).nullish(),
  description: z.string().max(1000).nullish(),
  amount,
  currency,
  payoutMethods,
  paymentMethods: payoutMethods,
  autoApproveClaims: z.boolean().nullish(),
})

const variants = ['RateThen', 'CurrentRate', 'Fiat', 'OverpaidAmount', 'Custom'] as const

const newRefund = z.looseObject({
  refundVariant: z.enum(variants, `Use one of: ${variants.join(', ')}`),
  name: z.string().max(200).nullish(),
  description: z.string().max(1000).nullish(),
  payoutMethods,
  subtractPercentage: z
    .union([z.number(), z.string().regex(/^\d{1,3}(\.\d{1,2})?$/)])
    .transform(Number)
    .pipe(z.number().min(0, 'Percentage must be a numeric value between 0 and 100').max(99.99))
    .nullish(),
  customAmount: amount.nullish(),
  customCurrency: currency.nullish(),
})

const permission = 'btcpay.store.cancreatenonapprovedpullpayments'

export const refundRoutes = (deps: Deps): GreenfieldRoute[] => {
  const { db, config } = deps
  const show = (payment: PullPayment) => presentPullPayment(payment, config.publicUrl)

  /** Nothing is sent without the customer's claim, which waits for a person or fits the key's daily limit. */
  const offer = async ({ apiKey, source, idempotencyKey }: GreenfieldRequest, wanted: Wanted) => {
    const order = { ...wanted, source, idempotencyKey, limitAppliesTo: 'claim' } as const
    const refund = await offerRefundByKey(deps, apiKey, order)
    return show(await getPullPayment(db, apiKey.merchantId, refund.id))
  }
  const getOwn = async ({ apiKey, params }: GreenfieldRequest): Promise<PullPayment> => {
    const found = await findPullPayment(db, params.pullPaymentId ?? '')
    if (found?.merchantId !== apiKey.merchantId) throw pullPaymentNotFound()
    return found
  }

  return [
    {
      method: 'POST',
      path: '/api/v1/stores/:storeId/invoices/:invoiceId/refund',
      permission,
      answer: async (request) => {
        const invoice = await findInvoice(db, request.apiKey.merchantId, request.params.invoiceId ?? '')
        if (!invoice?.invoiceId) throw new GreenfieldError(404, 'invoice-not-found', 'The invoice was not found')
        const wanted = read(newRefund, request.body)
        const order = await readOrder(deps, invoice, wanted)
        return toBtcpayErrors({ amount: 'CustomAmount', currency: 'CustomCurrency' }, () =>
          offer(request, { invoiceId: invoice.invoiceId ?? '', ...reasonOf(wanted), ...order }),
        )
      },
    },
    {
      method: 'POST',
      path: '/api/v1/stores/:storeId/pull-payments',
      permission,
      answer: async (request) => {
        const wanted = read(newPullPayment, request.body)
        if (wanted.autoApproveClaims) throw missingPermission('btcpay.store.cancreatepullpayments')
        const invoiceId = await findRefundableInvoice(db, request.apiKey.merchantId, readName(wanted))
        if (invoiceId === undefined) {
          const message = 'Name an order or invoice of this store, such as "Refund of order 1234"'
          throw new GreenfieldInvalid([{ path: 'Name', message }])
        }
        const order = { kind: 'partial' as const, amount: wanted.amount, currency: wanted.currency }
        return toBtcpayErrors({ amount: 'Amount', currency: 'Currency' }, () =>
          offer(request, { invoiceId, ...reasonOf(wanted), ...order }),
        )
      },
    },
    {
      method: 'GET',
      path: '/api/v1/stores/:storeId/pull-payments',
      permission: 'btcpay.store.canviewpullpayments',
      answer: async ({ apiKey, query }) => {
        const payments = await listPullPayments(db, apiKey.merchantId)
        const isShown = ({ refund }: PullPayment) => query.includeArchived === 'true' || refund.status !== 'called-off'
        return payments.filter(isShown).map(show)
      },
    },
    {
      method: 'DELETE',
      path: '/api/v1/stores/:storeId/pull-payments/:pullPaymentId',
      permission: 'btcpay.store.canarchivepullpayments',
      answer: async (request) => {
        const { refund } = await getOwn(request)
        await cancelRefund(deps, programOf(request.apiKey), refund.id, request.source)
        return undefined
      },
    },
    {
      method: 'GET',
      path: '/api/v1/stores/:storeId/payouts',
      permission: 'btcpay.store.canviewpayouts',
      answer: async ({ apiKey, query }) => {
        const payouts = (await listPullPayments(db, apiKey.merchantId)).flatMap(presentPayouts)
        return payouts.filter(({ state }) => query.includeCancelled === 'true' || state !== 'Cancelled')
      },
    },
  ]
}

type Wanted = Pick<RefundOrder, 'invoiceId' | 'kind' | 'amount' | 'currency' | 'reason' | 'nameCharacters'>

/** Everyone who knows a pull payment's ID sees its status. Only the emailed link can claim it. */
export const servePullPayments = (add: AddRoute, { db, config, draw, brand }: Deps, folder: string) => {
  const getAny = async ({ params }: FastifyRequest) => {
    const { id: publicId } = params as { id: string }
    const found = /^[0-9a-f]{32}$/.test(publicId) ? await findPullPayment(db, publicId) : undefined
    if (!found) throw pullPaymentNotFound()
    return found
  }
  const base = '/api/v1/pull-payments/:id'
  add('GET', base, async (request) => presentPullPayment(await getAny(request), config.publicUrl))
  add('GET', `${base}/payouts`, async (request) =>
    // Where the customer's money goes is nobody else's business.
    presentPayouts(await getAny(request)).map((payout) => ({ ...payout, destination: null })),
  )
  add('POST', `${base}/payouts`, async (request) => {
    await getAny(request)
    throw new GreenfieldError(
      403,
      'claim-by-email',
      'Only the link that was emailed to the customer can claim this refund',
    )
  })
  const { mode } = config
  const template = readTemplate(folder, 'refund', mode)
  if (!template || !draw) return
  add('GET', '/pull-payments/:id', async (request, reply) => {
    const { refund, merchantId } = await getAny(request)
    const settings = { mode, language: 'en', brand: await brand.read() } as const
    const drawn = draw.drawPullPayment({ ...refund, ...(await readShop(db, merchantId)) }, settings)
    reply.header('x-robots-tag', 'noindex')
    return reply.type('text/html; charset=utf-8').send(fillPage(template, drawn, settings))
  })
}

const pullPaymentNotFound = () => new GreenfieldError(404, 'pullpayment-not-found', 'The pull payment was not found')

type Described = { name?: string | null | undefined; description?: string | null | undefined }

/** Our refunds have one text, which begins with the name. */
const reasonOf = (given: Described): Pick<Wanted, 'reason' | 'nameCharacters'> => {
  const [name = '', description = ''] = [given.name, given.description].map(
    (part) => part?.replaceAll(/\s+/g, ' ').trim() ?? '',
  )
  const reason = `${name} ${description}`.trim().slice(0, 500)
  return reason === '' ? {} : { reason, nameCharacters: name.length }
}

/**
 * What a name says about its invoice. WooCommerce writes "Refund of order 12; reason", in its language, and BTCPay
 * "Refund" and the invoice's ID. Other words may be numbers too, so only the last one before the reason is an order's.
 */
const readName = ({ name, description }: Described) => {
  const [start = ''] = (name || description || '').split(';')
  const words = start
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[#("']+|[.,:)"']+$/g, ''))
    .filter((word) => word !== '')
    .slice(0, 40)
  return { invoiceIds: words, orderId: words.at(-1) ?? '' }
}

/**
 * The satoshis of BTCPay's variants. A percentage is one of the whole payment: of what is left after an earlier refund,
 * it would let a repeated request refund again. Nothing was received at today's rate.
 */
const readOrder = async (
  { db }: Deps,
  invoice: InvoiceRow,
  { refundVariant, customAmount, customCurrency, subtractPercentage }: z.output<typeof newRefund>,
): Promise<Pick<Wanted, 'kind' | 'amount' | 'currency'>> => {
  if (refundVariant === 'Custom') {
    if (!customAmount) throw new GreenfieldInvalid([{ path: 'CustomAmount', message: 'Amount must be greater than 0' }])
    if (!customCurrency) throw new GreenfieldInvalid([{ path: 'CustomCurrency', message: 'Invalid currency' }])
    return { kind: 'partial', amount: customAmount, currency: customCurrency }
  }
  const { paidSats, overpaidSats } = await readPaid(db, invoice.invoiceId ?? '')
  const subtract = (sats: bigint) => sats - (sats * BigInt(Math.round((subtractPercentage ?? 0) * 100))) / 10_000n
  if (refundVariant === 'OverpaidAmount') {
    if (!subtractPercentage || overpaidSats === 0n) return { kind: 'overpaid' }
    return { kind: 'overpaid', amount: fromSats(subtract(overpaidSats)), currency: 'BTC' }
  }
  const sats = subtract(await atRate(db, refundVariant, invoice, paidSats))
  if (sats >= paidSats) return { kind: 'everything' }
  return { kind: 'partial', amount: fromSats(sats), currency: 'BTC' }
}

const atRate = async (db: Deps['db'], variant: string, invoice: InvoiceRow, paidSats: bigint) => {
  // A top-up has no price of its own.
  if (variant !== 'CurrentRate' || invoice.priceAmount === null) return paidSats
  const nowSats = await findSatsFor(db, invoice.currency, invoice.priceAmount)
  return nowSats === undefined || nowSats > paidSats ? paidSats : nowSats
}

/** Names the fields of a refused refund as BTCPay does. */
const toBtcpayErrors = async <T>(names: { amount: string; currency: string }, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'nothing-to-refund') throw new GreenfieldError(400, 'non-refundable', error.message)
    if (!error.fields) throw error
    throw new GreenfieldInvalid(
      error.fields.map(({ path, message }) => ({ path: path === 'currency' ? names.currency : names.amount, message })),
    )
  }
}

/** A reason that has no name in it describes the refund. */
const textsOf = ({ refund: { reason, invoiceId }, nameCharacters }: PullPayment) => ({
  name: (nameCharacters && reason?.slice(0, nameCharacters)) || `Refund ${invoiceId}`,
  description: reason?.slice(nameCharacters ?? 0).trim() ?? '',
})

const presentPullPayment = (payment: PullPayment, publicUrl: string) => {
  const { refund, publicId } = payment
  return {
    id: publicId,
    ...textsOf(payment),
    currency: refund.currency,
    amount: refund.amount,
    startsAt: seconds(refund.offeredAt),
    expiresAt: seconds(refund.expiresAt),
    period: null,
    BOLT11Expiration: 30,
    archived: refund.status === 'called-off',
    autoApproveClaims: false,
    viewLink: `${publicUrl}/btcpay/pull-payments/${publicId}`,
  }
}

const presentPayouts = ({ refund, publicId }: PullPayment) =>
  refund.address === null
    ? []
    : [
        {
          id: publicId,
          revision: 0,
          pullPaymentId: publicId,
          date: seconds(refund.claimedAt ?? refund.offeredAt),
          destination: refund.address,
          originalAmount: refund.amount,
          originalCurrency: refund.currency,
          payoutAmount: refund.amountBtc,
          payoutCurrency: 'BTC',
          payoutMethodId: 'BTC-CHAIN',
          state: payoutStateOf(refund),
          paymentProof:
            refund.txid === null ? null : { proofType: 'PayoutTransactionOnChainBlob', id: refund.txid, link: null },
          metadata: {},
        },
      ]

const payoutStateOf = ({ status, awaitingApproval, txid }: Refund) => {
  if (status === 'called-off') return 'Cancelled'
  if (status === 'paid') return 'Completed'
  if (awaitingApproval) return 'AwaitingApproval'
  return txid === null ? 'AwaitingPayment' : 'InProgress'
}

const seconds = (at: string) => Math.floor(Date.parse(at) / 1000)
