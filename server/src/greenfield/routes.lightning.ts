import { toSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { createInvoice, findInvoice, type InvoiceRow } from '../invoices/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { read } from './read-new-invoice.ts'
import { GreenfieldError, GreenfieldInvalid, type GreenfieldRequest, type GreenfieldRoute } from './route.ts'

const base = '/api/v1/stores/:storeId/lightning/:cryptoCode/invoices' as const

const millisats = z
  .union([z.number().int(), z.string()], 'The amount field is required')
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(/^[1-9]\d{0,17}$/, 'Amount should be more than 0'))

const newInvoice = z.looseObject({
  amount: millisats,
  description: z.string().max(500).nullish(),
  expiry: z.number('Expiry should be more than 0').int().min(1, 'Expiry should be more than 0').max(31_536_000),
})

/** A Lightning invoice of a store is one of our invoices that can only be paid over Lightning. */
export const lightningRoutes = (deps: Deps): GreenfieldRoute[] => {
  const { db } = deps
  return [
    {
      method: 'POST',
      path: base,
      permission: 'btcpay.store.cancreatelightninginvoice',
      answer: async (request) => {
        requireBitcoin(request)
        const wanted = read(newInvoice, request.body)
        // Nodes route whole satoshis, so nobody pays less than what was asked for.
        const sats = (BigInt(wanted.amount) + 999n) / 1000n
        const row = await toLightningErrors(() =>
          createInvoice(deps, {
            merchantId: request.apiKey.merchantId,
            amount: String(sats),
            currency: 'SATS',
            description: wanted.description?.trim() || undefined,
            customerEmail: undefined,
            options: { paymentMethods: ['lightning'], expirationMinutes: Math.ceil(wanted.expiry / 60) },
            createdBy: `api-key:${request.apiKey.id}`,
            idempotencyKey: request.idempotencyKey,
          }),
        )
        if (row.lightningInvoice === null) throw unavailable()
        return present(row, await findPaymentHash(deps, row))
      },
    },
    {
      method: 'GET',
      path: `${base}/:invoiceId`,
      permission: 'btcpay.store.canviewlightninginvoice',
      answer: async (request) => {
        requireBitcoin(request)
        const row = await findInvoice(db, request.apiKey.merchantId, request.params.invoiceId ?? '')
        if (!row || row.lightningInvoice === null) {
          throw new GreenfieldError(404, 'invoice-not-found', 'Impossible to find a lightning invoice with this id')
        }
        return present(row, await findPaymentHash(deps, row))
      },
    },
  ]
}

const requireBitcoin = ({ params }: GreenfieldRequest) => {
  if (params.cryptoCode?.toUpperCase() === 'BTC') return
  throw new GreenfieldError(404, 'unknown-cryptocode', 'This crypto code isn’t set up in this BTCPay Server instance')
}

const unavailable = () =>
  new GreenfieldError(503, 'lightning-node-unavailable', 'The lightning node is unavailable. Try again later')

const toLightningErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || !error.fields) throw error
    if (error.fields.some(({ path }) => path === 'paymentMethods')) {
      throw new GreenfieldError(404, 'lightning-not-configured', 'The store doesn’t accept Lightning')
    }
    const paths: Readonly<Record<string, string>> = { amount: 'Amount', expirationMinutes: 'Expiry' }
    throw new GreenfieldInvalid(error.fields.map(({ path, message }) => ({ path: paths[path] ?? path, message })))
  }
}

const findPaymentHash = async ({ db }: Deps, { invoiceId, merchantId }: InvoiceRow) => {
  const { rows } = await sql<{ destination: string }>`
    select destination from invoice_destinations
    where merchant_id = ${merchantId} and invoice_id = ${invoiceId} and kind = 'payment-hash' limit 1`.execute(db)
  return rows[0]?.destination ?? null
}

const present = (row: InvoiceRow, paymentHash: string | null) => {
  const isPaid = row.status === 'settled'
  return {
    id: row.invoiceId,
    status: isPaid ? 'Paid' : row.status === 'expired' || row.status === 'invalid' ? 'Expired' : 'Unpaid',
    BOLT11: row.lightningInvoice,
    paymentHash,
    preimage: null,
    paidAt: isPaid && row.paidAt ? seconds(row.paidAt) : null,
    expiresAt: row.expiresAt ? seconds(row.expiresAt) : null,
    amount: row.amount === null ? null : `${toSats(row.amount)}000`,
    amountReceived: isPaid ? `${row.paidSats}000` : null,
    customRecords: null,
  }
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
