import { createHash } from 'node:crypto'
import { fitsCurrency } from '@bitquay/contract/amounts'
import { chooseOptions, computeSale, type LineSums } from '@bitquay/contract/tills.amounts'
import type { TillItem } from '@bitquay/contract/tills.items'
import type { PosState, Sale, SaleForm } from '@bitquay/contract/tills.pos'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { createInvoice, ordersOf } from '../invoices/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { keyOfSale } from '../platform/http/idempotency-key.ts'
import type { TillDevice } from '../platform/http/person.ts'
import { limits } from './limits.ts'
import { getSale, readTill, readTillOptions, sumTaxes } from './queries.ts'
import { takeStock } from './table.items.ts'
import { findSaleByKey, insertSale, type NewSale, type SaleLine, saveSaleInvoice } from './table.sales.ts'
import { trimToCurrency } from './trim-to-currency.ts'

/**
 * Charges a sale: saves it and creates its invoice. The device chose the sale's id, so a repeat after a lost answer, a
 * crash or a reload finds the first sale and the first invoice, and the customer is never charged twice.
 */
export const chargeSale = async (deps: Deps, device: TillDevice, form: SaleForm): Promise<Sale> => {
  await requireAttempts(deps, [limits.salesOfDevice(device.id)])
  const order = await findOrder(deps, device, form)
  const taxes = sumTaxes(order.lines, order.currency)
  const orders = ordersOf({ options: { ...order.options } })
  const invoice = await createInvoice(deps, {
    merchantId: device.merchantId,
    amount: order.total,
    currency: order.currency,
    description: describeSale(order),
    customerEmail: undefined,
    ...orders,
    metadata: {
      ...{ ...orders.metadata, saleId: order.saleKey, tip: order.tip, discount: order.discount },
      // For the receipt.
      ...(taxes.length > 0 ? { taxes } : {}),
    },
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
    const { merchantId, tillId, deviceId, currency, lines, note, pricesIncludeTax } = known
    const { subtotal, discount, tax, tip, total } = known
    const shown = (amount: string) => trimToCurrency(amount, currency)
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
      pricesIncludeTax,
      ...{
        subtotal: shown(subtotal),
        discount: shown(discount),
        tax: shown(tax),
        tip: shown(tip),
        total: shown(total),
      },
    }
  }
  const till = await readTill(deps.db, device.tillId)
  const entered = form.lines.map((line) => {
    if ('amount' in line) return { ...keypadLine(till.currency, line.amount), rate: till.keypadTax }
    const item = till.items.find(({ id }) => id === line.itemId)
    // Someone has removed the item since the device has read the list.
    const chosen = item && chooseOptions(item, line.choices, till.currency)
    if (!chosen) throw new ApiError('sale-changed')
    return { itemId: item.id, name: item.name, ...chosen, quantity: line.quantity, rate: item.tax }
  })
  const { lineSums, ...sums } = sumsOf(till, entered, input)
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
    pricesIncludeTax: till.pricesIncludeTax,
    lines: entered.map(({ rate, ...line }, place) => keepTax(line, rate, lineSums[place])),
    note: form.note || null,
  }
}

const keypadLine = (currency: string, amount: string): SaleLine => {
  if (!fitsCurrency({ amount, currency })) throw invalidAmount()
  return { itemId: null, name: null, price: amount, quantity: 1 }
}

/** A sale keeps its rates, which may change later. */
const keepTax = (line: SaleLine, rate: TillItem['tax'], sums: LineSums | undefined): SaleLine => ({
  ...line,
  discount: sums?.discount ?? '0',
  ...(rate ? { tax: { name: rate.name, percent: rate.percent, amount: sums?.tax ?? '0' } } : {}),
})

const sumsOf = (
  { currency, pricesIncludeTax }: Pick<PosState['till'], 'currency' | 'pricesIncludeTax'>,
  entered: readonly (SaleLine & { rate: TillItem['tax'] })[],
  { discountPercent, tipPercent }: Pick<SaleForm, 'discountPercent' | 'tipPercent'>,
) => {
  const lines = entered.map(({ price, quantity, rate }) => ({ price, quantity, taxPercent: rate?.percent }))
  const sums = computeSale({ currency, lines, pricesIncludeTax, discountPercent, tipPercent })
  if (!sums || /^[0.]+$/.test(sums.total)) throw invalidAmount()
  return sums
}

const invalidAmount = () => {
  const message = 'Please enter a valid amount'
  return new ApiError('invalid-request', { message, fields: [{ path: 'lines', message }] })
}

/** Sorted, so that two sales of the same items can't deadlock. */
const takeItems = async (tx: Tx, { merchantId, lines }: NewSale) => {
  const items = lines.flatMap(({ itemId, quantity }) => (itemId === null ? [] : [{ itemId, quantity }]))
  for (const { itemId, quantity } of items.toSorted((a, b) => a.itemId - b.itemId)) {
    if (!(await takeStock(tx, merchantId, itemId, quantity))) throw new ApiError('sold-out')
  }
}

const longestDescription = 500

/** What the customer and the merchant's list read: "2 × Flat white, Oat latte. Table 6". */
const describeSale = ({ lines, note }: NewSale): string | undefined => {
  const items = lines.flatMap(({ name, choices = [], quantity }) => {
    if (name === null) return []
    const item = choices.length === 0 ? name : `${name} (${choices.join(', ')})`
    return [quantity === 1 ? item : `${quantity} × ${item}`]
  })
  const description = [items.join(', '), note ?? ''].filter(Boolean).join('. ')
  if (description.length <= longestDescription) return description || undefined
  return `${description.slice(0, longestDescription - 1)}…`
}
