import { decimalsOf, divideHalfUp, fromSats, fromUsd8, toSats, toUsd8 } from '@bitquay/contract/money'
import { type Selectable, sql } from 'kysely'
import { engineMethodIds, isTopUp, optionsOf, shopOrderIdOf, speedPolicies, unifiedLink } from '../invoices/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Invoices, Transactions } from '../platform/db/types.ts'
import { readRefundable } from '../refunds/index.ts'
import { splitTexts } from './read-payment-request.ts'

type Row = Selectable<Invoices>
type Payment = Selectable<Transactions>

export type GreenfieldFilter = {
  orderIds: readonly string[]
  statuses: readonly string[]
  from: Date | undefined
  to: Date | undefined
  search: string | undefined
  includeArchived: boolean
  skip: number
  take: number
}

export const listGreenfieldInvoices = (db: Db, merchantId: number, filter: GreenfieldFilter): Promise<Row[]> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('invoiceId', 'is not', null)
    .$if(!filter.includeArchived, (select) => select.where('archivedAt', 'is', null))
    .$if(filter.orderIds.length > 0, (select) =>
      select.where(sql<boolean>`metadata ->> 'orderId' = any(${[...filter.orderIds]}::text[])`),
    )
    .$if(filter.statuses.length > 0, (select) =>
      select.where(sql<boolean>`status = any(${[...filter.statuses]}::text[])`),
    )
    .$if(filter.from !== undefined, (select) => select.where('createdAt', '>=', filter.from ?? new Date(0)))
    .$if(filter.to !== undefined, (select) => select.where('createdAt', '<=', filter.to ?? new Date(0)))
    .$if(Boolean(filter.search?.trim()), (select) => select.where(beginsWith(merchantId, filter.search?.trim() ?? '')))
    .orderBy('id', 'desc')
    .offset(filter.skip)
    .limit(filter.take)
    .execute()

/** What BTCPay's search looks at: it finds the beginnings of an invoice's own terms. */
const beginsWith = (merchantId: number, search: string) => {
  const start = `${search.slice(0, 200).replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(invoice_id like ${start} or lower(metadata ->> 'orderId') like lower(${start})
    or lower(customer_email) like lower(${start}) or bitcoin_address like ${start}
    or trim_scale(price_amount)::text like ${start}
    or invoice_id in (select t.invoice_id from transactions t where t.merchant_id = ${merchantId} and t.txid like ${start})
    or (options ? 'searchTerms' and exists (select from jsonb_array_elements_text(options -> 'searchTerms') term
      where lower(term) like lower(${start}))))`
}

type PaymentRequestFilter = Pick<GreenfieldFilter, 'includeArchived' | 'skip' | 'take'>

/** Every invoice with a due date is a payment request, also one that was created in another way. */
export const listPaymentRequests = (db: Db, merchantId: number, filter: PaymentRequestFilter): Promise<Row[]> =>
  db
    .selectFrom('invoices')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .where('dueAt', 'is not', null)
    .$if(!filter.includeArchived, (select) => select.where('archivedAt', 'is', null))
    .orderBy('id', 'desc')
    .offset(filter.skip)
    .limit(filter.take)
    .execute()

/**
 * The store's invoice that a refund names, by its ID or the shop's order. An order may have had several invoices: the
 * newest one with something to refund is meant.
 */
export const findRefundableInvoice = async (
  db: Db,
  merchantId: number,
  { invoiceIds, orderId }: { invoiceIds: readonly string[]; orderId: string },
): Promise<string | undefined> => {
  const { rows } = await sql<{ invoiceId: string }>`
    select invoice_id from (
      select id, invoice_id, 1 as place from invoices
      where merchant_id = ${merchantId} and invoice_id = any(${[...invoiceIds]}::text[])
      union all
      select id, invoice_id, 2 from invoices
      where merchant_id = ${merchantId} and metadata ? 'orderId' and metadata ->> 'orderId' = ${orderId}
        and invoice_id is not null
    ) named order by place, id desc limit 20`.execute(db)
  for (const { invoiceId } of rows) {
    if ((await readRefundable(db, invoiceId)).everythingSats > 0n) return invoiceId
  }
  return rows[0]?.invoiceId
}

/** An invoice as BTCPay would show it. */
export const presentGreenfieldInvoice = (row: Row, storeId: string, publicUrl: string) => {
  const options = optionsOf(row)
  return {
    id: row.invoiceId ?? '',
    storeId,
    amount: trimZeros(row.priceAmount ?? '0'),
    paidAmount: trimZeros(fromUsd8(inCurrency(row, row.paidSats))),
    currency: row.currency,
    type: isTopUp(row) ? 'TopUp' : 'Standard',
    checkoutLink: `${publicUrl}/i/${row.invoiceId}`,
    createdTime: seconds(row.createdAt),
    expirationTime: seconds(endOf(row)),
    monitoringExpiration: seconds(endOf(row)) + (options.monitoringMinutes ?? 1440) * 60,
    status: pascal(row.status),
    additionalStatus: pascal(row.additionalStatus),
    availableStatusesForManualMarking: row.mayBeMarked.map(pascal),
    archived: row.archivedAt !== null,
    metadata: row.metadata,
    checkout: {
      speedPolicy: speedPolicies[options.confirmations ?? 1],
      // A plugin invalidates an invoice whose methods aren't those that it asked for, so one that is missing stays here.
      paymentMethods:
        options.paymentMethods?.map((method) => engineMethodIds[method]) ?? methodsOf(row).map(({ id }) => id),
      defaultPaymentMethod: options.defaultPaymentMethod ? engineMethodIds[options.defaultPaymentMethod] : null,
      lazyPaymentMethods: false,
      expirationMinutes: options.expirationMinutes ?? Math.round((seconds(endOf(row)) - seconds(row.createdAt)) / 60),
      monitoringMinutes: options.monitoringMinutes ?? 1440,
      paymentTolerance: options.paymentTolerance ?? 0,
      redirectURL: row.redirectUrl,
      redirectAutomatically: options.redirectAutomatically ?? false,
      defaultLanguage: options.language ?? null,
      ...(options.cancelUrl === undefined ? {} : { cancelURL: options.cancelUrl }),
      ...(row.dueAt === null ? {} : { dueDate: row.dueAt.toISOString() }),
      ...(options.methodLimits === undefined ? {} : { methodLimits: options.methodLimits }),
    },
    receipt: { enabled: null, showQR: null, showPayments: null },
  }
}

/** An invoice with a due date as BTCPay would show a payment request. */
export const presentPaymentRequest = (row: Row, storeId: string) => {
  const { title, description } = splitTexts(row.description)
  return {
    id: row.invoiceId ?? '',
    storeId,
    createdTime: seconds(row.createdAt),
    status: requestStatusOf(row),
    amount: trimZeros(row.priceAmount ?? '0'),
    currency: row.currency,
    title: title || `Invoice ${row.invoiceId}`,
    description: description || null,
    email: row.customerEmail,
    expiryDate: seconds(endOf(row)),
    referenceId: shopOrderIdOf(row.metadata) ?? null,
    archived: row.archivedAt !== null,
    allowCustomPaymentAmounts: false,
    formId: null,
    formResponse: null,
  }
}

/** One that is past its date, or canceled, has expired for BTCPay's clients. A payment still completes it. */
export const requestStatusOf = ({ status, overdueAt }: Row) => {
  if (status === 'settled') return 'Completed'
  if (status === 'processing') return 'Processing'
  return status === 'new' && overdueAt === null ? 'Pending' : 'Expired'
}

/** Plugins must not give up an invoice with a due date while it can be paid. */
const endOf = ({ dueAt, expiresAt, createdAt }: Row) => dueAt ?? expiresAt ?? createdAt

/** How an invoice can be paid, and what was paid with each method. Older plugins read `paymentMethod`. */
export const presentGreenfieldMethods = (row: Row, payments: readonly Payment[]) => {
  const paid = (some: readonly Payment[]) =>
    some.reduce((sum, { status, amount }) => (status === 'failed' ? sum : sum + toSats(amount)), 0n)
  return methodsOf(row).map(({ id, method, destination, link }) => {
    const own = payments.filter((payment) => payment.method === method)
    return {
      paymentMethodId: id,
      paymentMethod: id,
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
          method: 'lightning',
          destination: row.lightningInvoice,
          link: `lightning:${row.lightningInvoice}`,
        },
      ]),
]

/** The price of one bitcoin in the invoice's currency, with eight decimals. */
const rateOf = (row: Row): bigint => {
  const amountSats = row.amount === null ? 0n : toSats(row.amount)
  // The rate of a top-up is known in dollars only, until it is paid.
  if (amountSats === 0n) return row.currency === 'USD' ? toUsd8(row.btcPrice ?? '0') : 0n
  return divideHalfUp(toUsd8(row.priceAmount ?? '0') * 100_000_000n, amountSats)
}

/** An invoice that is paid to the satoshi is paid in full, whatever a rounded rate says. */
const inCurrency = (row: Row, sats: bigint): bigint => {
  const amountSats = row.amount === null ? 0n : toSats(row.amount)
  if (amountSats === 0n) return 0n
  const units = divideHalfUp(toUsd8(row.priceAmount ?? '0') * sats, amountSats)
  const unit = 10n ** BigInt(8 - decimalsOf(row.currency))
  return divideHalfUp(units, unit) * unit
}

const trimZeros = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)
const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
const pascal = (word: string) =>
  word
    .split('-')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
