import { centsOfSats, decimalsOf, findUnits, fromCents, toCents, toSats } from '@bitquay/contract/money'
import { isOwnerInRecovery } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { type InvoiceRow, trimAmount } from '../invoices/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { TillDevice } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { findPrice } from '../prices/index.ts'
import { offerRefund } from '../refunds/index.ts'
import { checkPin } from './check-pin.ts'
import { tillRefundRequested } from './facts.ts'
import { findInvoiceOfSale } from './queries.ts'
import { insertAllowed, insertRequest, readAllowed, saveRefundId } from './table.refunds.ts'
import { findSaleByKey, type SaleRow } from './table.sales.ts'
import { trimToCurrency } from './trim-to-currency.ts'

type Wanted = {
  saleKey: string
  cashierId: number
  pin: string
  amount: string | undefined
  reason: string | undefined
}

type Requested = { status: 'requested' | 'approved'; claimLink: string | null }

/**
 * A cashier requests a refund with their PIN. Within the limit that the merchant set for this device it is offered at
 * once, for a sale of this device of today and up to the sale's amount. Otherwise a manager decides.
 */
export const requestRefund = async (
  deps: Deps,
  device: TillDevice,
  wanted: Wanted,
  source: Source,
): Promise<Requested> => {
  const cashier = await checkPin(deps, device, wanted.cashierId, wanted.pin)
  const sale = await findSaleByKey(deps.db, device.tillId, wanted.saleKey)
  if (sale?.deviceId !== device.id) throw new ApiError('not-found')
  const invoice = await findInvoiceOfSale(deps.db, sale)
  const invoiceId = invoice?.invoiceId
  if (!invoiceId || invoice.paidSats <= 0n) throw new ApiError('nothing-to-refund')
  requireAmount(sale, wanted.amount)
  const { id: deviceId, merchantId, tillId } = device
  const request = {
    ...{ merchantId, tillId, deviceId, saleId: sale.id, cashierId: cashier.id },
    amount: wanted.amount ?? null,
    reason: wanted.reason || null,
  }
  const amount = wanted.amount ?? trimToCurrency(sale.total, sale.currency)
  const isAllowed = await inTransaction(
    deps.db,
    async (tx) => (await countAllowed(tx, deps, sale, invoice, amount)) !== undefined,
  )
  if (!isAllowed) {
    await inTransaction(deps.db, async (tx) => {
      await announce(tx, tillRefundRequested, {
        id: await insertRequest(tx, request),
        ...{ merchantId, reason: request.reason, cashier: cashier.name, device: device.name },
        amountUsd: fromCents(await priceRefund(tx, sale, invoice, amount)),
        invoiceId,
        publicUrl: deps.config.publicUrl,
      })
    })
    return { status: 'requested', claimLink: null }
  }
  let allowed: number | undefined
  const decidedBy = `${cashier.name}, ${device.name}`
  const { refund, claimLink } = await offerRefund(deps, {
    ...{ merchantId, source, amount },
    invoiceId,
    kind: 'partial',
    currency: sale.currency,
    reason: wanted.reason,
    actor: { kind: 'till-device', id: deviceId, email: null, merchantId },
    offeredBy: decidedBy,
    // The store is locked here, so that each of several simultaneous refunds sees those before it.
    authorize: async (tx) => {
      const countedUsd = await countAllowed(tx, deps, sale, invoice, amount)
      if (countedUsd === undefined) return new ApiError('refund-limit-reached')
      allowed = await insertAllowed(tx, { ...request, amount, countedUsd, decidedBy })
      return undefined
    },
  })
  if (allowed !== undefined) await saveRefundId(deps.db, allowed, refund.id)
  return { status: 'approved', claimLink }
}

/** A refund at the till is never more than the sale. */
const requireAmount = ({ total, currency }: SaleRow, amount: string | undefined) => {
  if (amount === undefined) return
  const units = findUnits(amount, decimalsOf(currency))
  const message = 'Please enter a valid amount'
  if (units === undefined) throw new ApiError('invalid-request', { message, fields: [{ path: 'amount', message }] })
  if (toSats(amount) > toSats(total)) {
    const tooLarge = `The sale was ${trimAmount(total, currency)} ${currency}. Nothing was requested.`
    throw new ApiError('refund-too-large', { message: tooLarge, fields: [{ path: 'amount', message: tooLarge }] })
  }
}

/** What the refund counts toward the device's limit of today, in dollars. Undefined if it isn't allowed. */
const countAllowed = async (
  tx: Tx,
  { config }: Deps,
  sale: SaleRow,
  invoice: InvoiceRow,
  amount: string,
): Promise<string | undefined> => {
  const allowed = await readAllowed(tx, sale.deviceId, sale.id)
  if (!allowed?.isToday) return undefined
  // Nobody pays out for a store while its owner is being recovered.
  if (await isOwnerInRecovery(tx, config, sale.merchantId)) return undefined
  if (toSats(allowed.ofSale) + toSats(amount) > toSats(sale.total)) return undefined
  const countedCents = await priceRefund(tx, sale, invoice, amount)
  if (toCents(allowed.usedUsd) + countedCents > toCents(allowed.limitUsd)) return undefined
  return fromCents(countedCents)
}

/** The higher of its value at the sale and now, so that a rising price doesn't raise the limit. Rounded up. */
const priceRefund = async (tx: Tx, sale: SaleRow, invoice: InvoiceRow, amount: string): Promise<bigint> => {
  const [part, whole] = [toSats(amount), toSats(sale.total)]
  const share = (value: bigint) => (value * part + whole - 1n) / whole
  const { cents: price } = await findPrice(tx)
  const now = centsOfSats(share(toSats(invoice.amount ?? '0')), price)
  const then = share(toCents(invoice.amountUsd ?? '0'))
  return now > then ? now : then
}
