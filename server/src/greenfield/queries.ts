import { divideHalfUp, fromSats, fromUsd8, toSats, toUsd8 } from '@bitquay/contract/money'
import { type Selectable, sql } from 'kysely'
import { unifiedLink } from '../invoices/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Invoices, Transactions } from '../platform/db/types.ts'

type Row = Selectable<Invoices>
type Payment = Selectable<Transactions>

export type GreenfieldFilter = {
  orderIds: readonly string[]
  statuses: readonly string[]
  from: Date | undefined
  to: Date | undefined
  search: string | undefined
  skip: number
  take: number
}

export const listGreenfieldInvoices = (db: Db, merchantId: number, filter: GreenfieldFilter): Promise<Row[]> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('invoiceId', 'is not', null)
    .$if(filter.orderIds.length > 0, (select) =>
      select.where(sql<boolean>`metadata ->> 'orderId' = any(${[...filter.orderIds]}::text[])`),
    )
    .$if(filter.statuses.length > 0, (select) =>
      select.where(sql<boolean>`status = any(${[...filter.statuses]}::text[])`),
    )
    .$if(filter.from !== undefined, (select) => select.where('createdAt', '>=', filter.from ?? new Date(0)))
    .$if(filter.to !== undefined, (select) => select.where('createdAt', '<=', filter.to ?? new Date(0)))
    .$if(Boolean(filter.search), (select) => {
      const search = filter.search ?? ''
      return select.where(
        sql<boolean>`(invoice_id = ${search} or metadata ->> 'orderId' = ${search} or customer_email = ${search} or bitcoin_address = ${search})`,
      )
    })
    .orderBy('id', 'desc')
    .offset(filter.skip)
    .limit(filter.take)
    .execute()

/** An invoice as BTCPay would show it. */
export const presentGreenfieldInvoice = (row: Row, storeId: string, publicUrl: string) => ({
  id: row.invoiceId ?? '',
  storeId,
  amount: trimZeros(row.priceAmount ?? '0'),
  paidAmount: trimZeros(fromUsd8(inCurrency(row, row.paidSats))),
  currency: row.currency,
  type: 'Standard',
  checkoutLink: `${publicUrl}/i/${row.invoiceId}`,
  createdTime: seconds(row.createdAt),
  expirationTime: seconds(row.expiresAt ?? row.createdAt),
  monitoringExpiration: seconds(row.expiresAt ?? row.createdAt) + 24 * 3600,
  status: pascal(row.status),
  additionalStatus: pascal(row.additionalStatus),
  availableStatusesForManualMarking: row.mayBeMarked.map(pascal),
  archived: false,
  metadata: row.metadata,
  checkout: {
    speedPolicy: 'MediumSpeed',
    paymentMethods: methodsOf(row).map(({ id }) => id),
    defaultPaymentMethod: null,
    lazyPaymentMethods: false,
    expirationMinutes: Math.round((seconds(row.expiresAt ?? row.createdAt) - seconds(row.createdAt)) / 60),
    monitoringMinutes: 1440,
    paymentTolerance: 0,
    redirectURL: row.redirectUrl,
    redirectAutomatically: false,
    defaultLanguage: null,
  },
  receipt: { enabled: null, showQR: null, showPayments: null },
})

/** How an invoice can be paid, and what was paid with each method. Older plugins read BTCPay's former method names. */
export const presentGreenfieldMethods = (row: Row, payments: readonly Payment[]) => {
  const paid = (some: readonly Payment[]) =>
    some.reduce((sum, { status, amount }) => (status === 'failed' ? sum : sum + toSats(amount)), 0n)
  return methodsOf(row).map(({ id, formerId, method, destination, link }) => {
    const own = payments.filter((payment) => payment.method === method)
    return {
      paymentMethodId: id,
      paymentMethod: formerId,
      cryptoCode: 'BTC',
      currency: 'BTC',
      activated: true,
      destination,
      paymentLink: link,
      rate: trimZeros(fromUsd8(rateOf(row))),
      amount: row.amount ?? '0',
      due: fromSats(row.dueSats ?? 0n),
      totalPaid: fromSats(paid(payments)),
      paymentMethodPaid: fromSats(paid(own)),
      paymentMethodFee: '0',
      networkFee: '0',
      payments: own.map((payment) => ({
        id: payment.engineKey,
        receivedDate: seconds(payment.seenAt),
        value: payment.amount,
        fee: '0',
        status: paymentStatus[payment.status] ?? 'Processing',
        destination: payment.address ?? destination,
      })),
      additionalData: {},
    }
  })
}

const paymentStatus: Record<string, string> = { pending: 'Processing', confirmed: 'Settled', failed: 'Invalid' }

const methodsOf = (row: Row) => [
  ...(row.bitcoinAddress === null
    ? []
    : [
        {
          id: 'BTC-CHAIN',
          formerId: 'BTC',
          method: 'on-chain',
          destination: row.bitcoinAddress,
          link: unifiedLink({ ...row, lightningInvoice: null }),
        },
      ]),
  ...(row.lightningInvoice === null
    ? []
    : [
        {
          id: 'BTC-LN',
          formerId: 'BTC-LightningNetwork',
          method: 'lightning',
          destination: row.lightningInvoice,
          link: `lightning:${row.lightningInvoice}`,
        },
      ]),
]

/** The price of one bitcoin in the invoice's currency, with eight decimals. */
const rateOf = (row: Row): bigint => {
  const amountSats = row.amount === null ? 0n : toSats(row.amount)
  if (amountSats === 0n) return toUsd8(row.btcPrice ?? '0')
  return divideHalfUp(toUsd8(row.priceAmount ?? '0') * 100_000_000n, amountSats)
}

/** An invoice that is paid to the satoshi is paid in full, whatever a rounded rate says. */
const inCurrency = (row: Row, sats: bigint): bigint => {
  const amountSats = row.amount === null ? 0n : toSats(row.amount)
  if (amountSats === 0n) return 0n
  const units = divideHalfUp(toUsd8(row.priceAmount ?? '0') * sats, amountSats)
  return row.currency === 'BTC' ? units : divideHalfUp(units, 1_000_000n) * 1_000_000n
}

const trimZeros = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
const pascal = (word: string) =>
  word
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
