import { createHash } from 'node:crypto'
import { fitsCurrency } from '@bitquay/contract/amounts'
import { computeSale } from '@bitquay/contract/tills.amounts'
import type { Sale, SaleForm } from '@bitquay/contract/tills.pos'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { createInvoice, ordersOf } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyOfSale } from '../platform/http/idempotency-key.ts'
import type { TillDevice } from '../platform/http/person.ts'
import { limits } from './limits.ts'
import { getSale, readTill, readTillOptions } from './queries.ts'
import { findSaleByKey, insertSale, type NewSale, type SaleLine, saveSaleInvoice } from './table.sales.ts'
import { takeStock } from './table.ts'

/**
 * Charges a sale: saves it and creates its invoice. The device chose the sale's id, so a repeat after a lost answer, a
 * crash or a reload finds the first sale and the first invoice, and the customer is never charged twice.
 */
export const chargeSale = async (deps: Deps, device: TillDevice, form: SaleForm): Promise<Sale> => {
  await requireAttempts(deps, [limits.salesOfDevice(device.id)])
  const order = await findOrder(deps, device, form)
  const orders = ordersOf({ options: { ...order.options } })
  const invoice = await createInvoice(deps, {
    merchantId: device.merchantId,
    amount: order.total,
    currency: order.currency,
    description: describeSale(order),
    customerEmail: undefined,
    ...orders,
    metadata: { ...orders.metadata, saleId: order.saleKey, tip: order.tip, discount: order.discount },
    createdBy: `till:${device.tillId}`,
    idempotencyKey: keyOfSale(device.tillId, order.saleKey),
    admit: async (tx, isThere) => {
      if (await isThere()) return
      if (await insertSale(tx, order)) await takeItems(tx, order)
    },
  })
  await saveSaleInvoice(deps.db, order, invoice.id)
  return getSale(deps, device, order.saleKey)
}

/** A repeated sale is charged as it was: its prices may have changed since. */
const findOrder = async (deps: Deps, device: TillDevice, form: SaleForm): Promise<NewSale> => {
  const { saleId: saleKey, ...input } = form
  const inputHash = createHash('sha256').update(JSON.stringify(input)).digest('hex')
  const known = await findSaleByKey(deps.db, device.tillId, saleKey)
  if (known && (known.inputHash !== inputHash || known.deviceId !== device.id)) {
    throw new ApiError('idempotency-key-reused')
  }
  if (known) {
    const { merchantId, tillId, deviceId, currency, lines, note } = known
    const options = known.options as object
    return {
      merchantId,
      tillId,
      deviceId,
      saleKey,
      inputHash,
      currency,
      lines,
      note,
      options,
      ...sumsOf(currency, lines, input),
    }
  }
  const till = await readTill(deps.db, device.tillId)
  const lines = form.lines.map((line): SaleLine => {
    if ('amount' in line) return keypadLine(till.currency, line.amount)
    const item = till.items.find(({ id }) => id === line.itemId)
    // Someone has removed the item since the device has read the list.
    if (!item) throw new ApiError('sale-changed')
    return { itemId: item.id, name: item.name, price: item.price, quantity: line.quantity }
  })
  const sums = sumsOf(till.currency, lines, input)
  if (sums.total !== form.total) throw new ApiError('sale-changed')
  return {
    ...sums,
    merchantId: device.merchantId,
    tillId: device.tillId,
    deviceId: device.id,
    saleKey,
    inputHash,
    currency: till.currency,
    options: await readTillOptions(deps.db, device.tillId),
    lines,
    note: form.note || null,
  }
}

const keypadLine = (currency: string, amount: string): SaleLine => {
  if (!fitsCurrency({ amount, currency })) throw invalidAmount()
  return { itemId: null, name: null, price: amount, quantity: 1 }
}

const sumsOf = (
  currency: string,
  lines: readonly SaleLine[],
  { discountPercent, tipPercent }: Pick<SaleForm, 'discountPercent' | 'tipPercent'>,
) => {
  const sums = computeSale({ currency, lines, discountPercent, tipPercent })
  if (!sums || /^[0.]+$/.test(sums.total)) throw invalidAmount()
  return sums
}

const invalidAmount = () => {
  const message = 'Please enter a valid amount'
  return new ApiError('invalid-request', { message, fields: [{ path: 'lines', message }] })
}

/** Sorted, so that two sales of the same items can't deadlock. */
const takeItems = async (tx: Tx, { tillId, lines }: NewSale) => {
  const items = lines.flatMap(({ itemId, quantity }) => (itemId === null ? [] : [{ itemId, quantity }]))
  for (const { itemId, quantity } of items.toSorted((a, b) => a.itemId - b.itemId)) {
    if (!(await takeStock(tx, tillId, itemId, quantity))) throw new ApiError('sold-out')
  }
}

const longestDescription = 500

/** What the customer and the merchant's list read: "2 × Flat white, Oat latte. Table 6". */
const describeSale = ({ lines, note }: NewSale): string | undefined => {
  const items = lines.flatMap(({ name, quantity }) =>
    name === null ? [] : [quantity === 1 ? name : `${quantity} × ${name}`],
  )
  const description = [items.join(', '), note ?? ''].filter(Boolean).join('. ')
  if (description.length <= longestDescription) return description || undefined
  return `${description.slice(0, longestDescription - 1)}…`
}
