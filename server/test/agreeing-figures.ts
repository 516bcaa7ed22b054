import { getBalance, getLightningBalance, getWallet } from '@bitquay/contract/balances'
import { getCheckout } from '@bitquay/contract/checkout'
import { getDashboard, getDashboardPeriod } from '@bitquay/contract/dashboard'
import { listDepositAddresses } from '@bitquay/contract/deposit-addresses'
import { getFees } from '@bitquay/contract/fees'
import {
  exportInvoices,
  getInvoice,
  invoiceStates,
  listInvoices,
  printInvoices,
  summarizeInvoices,
} from '@bitquay/contract/invoices'
import { countLoopOuts, listPendingLoopOuts } from '@bitquay/contract/loop-out'
import { exportMerchants, getMerchant, listMerchants, summarizeMerchants } from '@bitquay/contract/merchants.admin'
import { exportPeople, listPeople, summarizePeople } from '@bitquay/contract/merchants.people'
import { fromCents, fromSats, fromUsd8, toCents, toDollars, toSats, toUsd8 } from '@bitquay/contract/money'
import { getSystem } from '@bitquay/contract/operations'
import {
  exportPartnerTransactions,
  getEarningsByMerchant,
  getFeeBreakdown,
  getPartnerDashboard,
  getPartnerStatement,
  getPartnerWallet,
  listPartnerTransactions,
  listPayouts,
  printPartnerTransactions,
  summarizePartnerTransactions,
} from '@bitquay/contract/partners'
import { getPartner, getPartnerMetrics, listPartners } from '@bitquay/contract/partners.admin'
import { exportPaymentLinks, listPaymentLinks, summarizePaymentLinks } from '@bitquay/contract/payment-links'
import { listPromoCodes, summarizePromoCodes } from '@bitquay/contract/promo-codes'
import { exportRevenue, getRevenue } from '@bitquay/contract/revenue'
import { exportReport, getReport, reportNames } from '@bitquay/contract/tills.reports'
import {
  exportTransactions,
  listTransactionDays,
  listTransactions,
  printTransactions,
  summarizeTransactions,
} from '@bitquay/contract/transactions'
import {
  exportAllTransactions,
  listAllTransactionDays,
  listAllTransactions,
  printAllTransactions,
  summarizeAllTransactions,
} from '@bitquay/contract/transactions.admin'
import { getBalances } from '@bitquay/contract/v1/balances'
import { listInvoices as listInvoicesByKey } from '@bitquay/contract/v1/invoices'
import { listRefunds } from '@bitquay/contract/v1/refunds'
import { listTransactions as listTransactionsByKey } from '@bitquay/contract/v1/transactions'
import { listWithdrawals as listWithdrawalsByKey } from '@bitquay/contract/v1/withdrawals'
import {
  exportWithdrawals,
  listWithdrawals,
  printWithdrawals,
  summarizeWithdrawals,
} from '@bitquay/contract/withdrawals'
import type { Query, Reader } from './read-figures.ts'

/** Two ways to the same figures, which must agree. */
export type Pair = readonly [what: string, one: () => Promise<unknown>, other: () => Promise<unknown>]

const sum = <Row>(rows: readonly Row[], of: (row: Row) => bigint) => rows.reduce((all, row) => all + of(row), 0n)
const usd = <Row>(rows: readonly Row[], of: (row: Row) => string | null | undefined) =>
  fromCents(sum(rows, (row) => toCents(of(row) || '0')))
const btc = <Row>(rows: readonly Row[], of: (row: Row) => string | null | undefined) =>
  fromSats(sum(rows, (row) => toSats(of(row) || '0')))
const usd8 = <Row>(rows: readonly Row[], of: (row: Row) => string | null | undefined) =>
  fromUsd8(sum(rows, (row) => toUsd8(of(row) || '0')))
const addUsd = (...amounts: string[]) => usd(amounts, (amount) => amount)
export const addBtc = (...amounts: string[]) => btc(amounts, (amount) => amount)
const minus = (amount: string) =>
  amount.startsWith('-') ? amount.slice(1) : /[1-9]/.test(amount) ? `-${amount}` : amount
/** An amount of a statement: `-$1,234.50`. */
const plain = (shown: string | undefined) => (shown ?? '').replaceAll(/[$,]/g, '')
const lineOf = (lines: readonly string[][], label: RegExp) => lines.find(([first = '']) => label.test(first)) ?? []
const countIn = (label: string | undefined) => Number(/\(([\d,]+)\)/.exec(label ?? '')?.[1]?.replaceAll(',', '') ?? 0)

/** A movement, in a list or in a file. */
type Moved = {
  type: string
  purpose: string
  status: string
  sats: string
  gross: string | null
  fee: string | null
  net: string | null
}

/** What a totals bar says, computed from rows. Payments have a fee as soon as they are booked, and only then. */
const totalsOf = (rows: readonly Moved[]) => {
  const isIn = ({ type, purpose }: Moved) => type === 'incoming' && (purpose === 'invoice' || purpose === 'deposit')
  const isOut = ({ type, purpose }: Moved) =>
    type === 'outgoing' && (purpose === 'withdrawal' || purpose === 'refund' || purpose === 'outside')
  const sums = (of: readonly Moved[]) => ({
    count: of.length,
    btc: btc(of, ({ sats }) => sats),
    gross: usd(of, ({ gross }) => gross),
  })
  const all = (of: readonly Moved[]) => ({ ...sums(of), fee: usd(of, ({ fee }) => fee) })
  const payments = rows.filter((row) => isIn(row) && row.fee)
  return {
    count: rows.length,
    confirmed: rows.filter(({ status }) => status === 'confirmed').length,
    failed: rows.filter(({ status }) => status === 'failed').length,
    payments: { ...all(payments), net: usd(payments, ({ net }) => net) },
    pending: sums(rows.filter((row) => isIn(row) && !row.fee && row.status !== 'failed')),
    sent: all(rows.filter((row) => isOut(row) && row.status !== 'failed')),
  }
}
type Totals = ReturnType<typeof totalsOf>

type Summary = Awaited<ReturnType<typeof readSummary>>
const readSummary = (reader: Reader, query: Query) => reader.get(summarizeTransactions, { query })

const ofSummary = (summary: Summary): Totals => {
  const { payments, pendingPayments, sent } = summary
  return {
    ...{ count: summary.filtered, confirmed: summary.confirmed, failed: summary.failed },
    payments: {
      ...{ count: payments.count, btc: payments.grossBtc, gross: payments.grossUsd },
      ...{ fee: payments.feeUsd, net: payments.netUsd },
    },
    pending: { count: pendingPayments.count, btc: pendingPayments.grossBtc, gross: pendingPayments.grossUsd },
    sent: { count: sent.count, btc: sent.grossBtc, gross: sent.grossUsd, fee: sent.feeUsd },
  }
}

/** The totals below a statement of transactions. */
const ofStatement = (lines: readonly string[][]) => {
  const [payments, pending, sent] = [
    lineOf(lines, /^Payments and deposits/),
    lineOf(lines, /^Pending, not booked yet/),
    lineOf(lines, /^Sent \(/),
  ]
  const of = ([label, sats = '0.00000000', gross = '$0.00', fee = '$0.00']: string[]) => ({
    ...{ count: countIn(label), btc: sats, gross: plain(gross), fee: plain(fee) },
  })
  const { fee: _, ...waiting } = of(pending)
  return { payments: { ...of(payments), net: plain(payments[4] ?? '$0.00') }, pending: waiting, sent: of(sent) }
}

const onlySums = ({ payments, pending, sent }: Totals) => ({ payments, pending, sent })

/** Filters of a list of transactions. */
const moveFilters: readonly Query[] = [
  {},
  { purpose: 'invoice' },
  { purpose: 'refund' },
  { purpose: 'withdrawal' },
  { type: 'outgoing' },
  { method: 'BTC-LN' },
]
const nameOf = (query: Query) =>
  Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&') || 'all'

export type Store = { merchantId: number; owner: Reader; key: Reader }
export type Figures = {
  store: Store
  partner: { id: number; reader: Reader }
  admin: Reader
  /** Days in UTC in which all of the stage happened. */
  days: { from: string; to: string }
  /** Words of some of the store’s transactions and invoices. */
  search: string
}

/**
 * All pairs, by who looks at them. A new pair is worth it if it fails once the figure is computed wrongly on one of its ways:
 * put that fault into the code for a moment and see.
 */
export const listPairs = (figures: Figures) => ({
  merchant: [
    ...balancePairs(figures),
    ...transactionPairs(figures),
    ...invoicePairs(figures),
    ...withdrawalPairs(figures),
    ...productPairs(figures),
    ...reportPairs(figures),
  ],
  partner: partnerPairs(figures),
  admin: [...revenuePairs(figures), ...platformPairs(figures)],
})

const balancePairs = ({ store: { merchantId, owner, key }, admin }: Figures): Pair[] => {
  const read = async () => {
    const [balance, lightning] = [await owner.get(getBalance), await owner.get(getLightningBalance)]
    return { balance, lightning }
  }
  const detail = () => admin.get(getMerchant, { params: { id: merchantId } })
  return [
    [
      'the wallet page and the dashboard show the same wallet',
      async () => {
        const { btc: sats, usd: dollars, asOf } = await owner.get(getWallet)
        return { sats, dollars, asOf }
      },
      async () => {
        const { btc: sats, usd: dollars, asOf } = (await read()).balance
        return { sats, dollars, asOf }
      },
    ],
    [
      'programs read the balances of the dashboard',
      async () => {
        const { onChain, available, lightning, held, feesOwed } = await key.get(getBalances)
        return { onChain, available, lightning, held, feesOwed }
      },
      async () => {
        const { balance, lightning } = await read()
        return {
          onChain: { btc: balance.btc, usd: balance.usd },
          available: { btc: balance.availableBtc, usd: balance.availableUsd },
          lightning: { btc: lightning.btc, usd: lightning.usd },
          held: { btc: lightning.heldBtc, usd: lightning.heldUsd },
          feesOwed: { btc: balance.feesOwedBtc, usd: balance.feesOwedUsd },
        }
      },
    ],
    [
      'wallet + Lightning + held is the same total for the merchant and for admins',
      async () => {
        const { balance, lightning } = await read()
        return {
          btc: addBtc(balance.btc, lightning.btc, lightning.heldBtc),
          usd: addUsd(balance.usd, lightning.usd, lightning.heldUsd),
        }
      },
      async () => {
        const { onChain, lightning } = (await detail()).balances
        return { btc: addBtc(onChain.btc, lightning.btc), usd: addUsd(onChain.usd, lightning.usd) }
      },
    ],
    [
      'all stores hold what each of them holds and the platform’s wallet, with what is on hold',
      async () => (await admin.get(getDashboard)).metrics.totalWalletBalance.btc,
      async () => {
        const ids = (await admin.rows(listMerchants)).map(({ id }) => id)
        const details = await Promise.all(ids.map((id) => admin.get(getMerchant, { params: { id } })))
        const { wallet } = await admin.get(getSystem)
        return addBtc(
          wallet.btc,
          ...details.flatMap(({ balances, formerStores }) => [
            ...[balances.onChain.btc, balances.lightning.btc],
            ...formerStores.map(({ balance }) => balance.btc),
          ]),
        )
      },
    ],
    [
      'the list of merchants shows what the merchant sees',
      async () => {
        const row = (await admin.rows(listMerchants)).find(({ id }) => id === merchantId)
        return { balance: row?.balance, owed: row?.feesOwed }
      },
      async () => {
        const { balance } = await read()
        return {
          balance: { btc: balance.btc, usd: balance.usd },
          owed: { btc: balance.feesOwedBtc, usd: balance.feesOwedUsd },
        }
      },
    ],
  ]
}

const transactionPairs = ({ store: { merchantId, owner, key }, admin, days, search }: Figures): Pair[] => {
  const toMoved = (row: Awaited<ReturnType<typeof rowsOf>>[number]): Moved => ({
    ...{ type: row.type, purpose: row.purpose, status: row.status },
    ...{ sats: row.amount, gross: row.amountUSD, fee: row.feeUSD, net: row.netUSD },
  })
  const rowsOf = (query: Query) => owner.rows(listTransactions, { query })
  const fromFile = (line: Record<string, string>): Moved => ({
    ...{ type: line.Type ?? '', purpose: line.Purpose ?? '', status: line.Status ?? '' },
    ...{ sats: line['Gross (BTC)'] ?? '', gross: line['Gross (USD)'] ?? '' },
    ...{ fee: line['Fee (USD)'] ?? '', net: line['Net (USD)'] ?? '' },
  })
  const middle = { from: days.from, to: days.to, tz: 'Asia/Kolkata' }
  const filters = [
    ...moveFilters,
    ...['confirmed', 'unconfirmed', 'failed'].map((status) => ({ status })),
    ...[{ invoices: 'true' }, { minAmount: '0.001' }, { search }, { ...middle, method: 'BTC' }],
  ]
  const ofAdmin = (query: Query) => ({ ...query, merchantId: String(merchantId) })
  return [
    ...filters.flatMap((query): Pair[] => {
      const bar = async () => ofSummary(await readSummary(owner, query))
      return [
        [
          `transactions, ${nameOf(query)}: the totals bar is the sum of the rows`,
          bar,
          async () => totalsOf((await rowsOf(query)).map(toMoved)),
        ],
        [
          `transactions, ${nameOf(query)}: the file adds up to the totals bar`,
          async () => totalsOf((await owner.csv(exportTransactions, { query })).map(fromFile)),
          bar,
        ],
        [
          `transactions, ${nameOf(query)}: the days add up to the totals bar`,
          async () => {
            const found = await owner.get(listTransactionDays, { query })
            return {
              count: found.reduce((all, { count }) => all + count, 0),
              gross: usd(found, ({ payments }) => payments.grossUsd),
              fee: usd(found, ({ payments }) => payments.feeUsd),
              net: usd(found, ({ payments }) => payments.netUsd),
              pending: usd(found, ({ pendingPayments }) => pendingPayments.grossUsd),
              sent: usd(found, ({ sent }) => sent.grossUsd),
            }
          },
          async () => {
            const { count, payments, pending, sent } = await bar()
            const { gross, fee, net } = payments
            return { count, gross, fee, net, pending: pending.gross, sent: sent.gross }
          },
        ],
        [
          `transactions, ${nameOf(query)}: programs read the same rows`,
          async () => totalsOf((await key.rows(listTransactionsByKey, { query })).map(toMoved)),
          bar,
        ],
      ]
    }),
    ...[{}, { method: 'BTC-LN' }, middle].map(
      (query: Query): Pair => [
        `transactions, ${nameOf(query)}: the statement ends in the totals bar`,
        async () => ofStatement(await owner.pdf(printTransactions, { query })),
        async () => onlySums(ofSummary(await readSummary(owner, query))),
      ],
    ),
    ...moveFilters.map(
      (query): Pair => [
        `transactions, ${nameOf(query)}: admins see the merchant’s totals`,
        async () => ofSummary(await admin.get(summarizeAllTransactions, { query: ofAdmin(query) })),
        async () => ofSummary(await readSummary(owner, query)),
      ],
    ),
    [
      'the dashboard’s counts add up to all transactions',
      async () => (await rowsOf({})).length,
      async () => {
        const { confirmed, pending, failed } = await readSummary(owner, {})
        return confirmed + pending + failed
      },
    ],
    [
      'the days of received money are the totals of the same days',
      async () => {
        const found = await owner.get(listTransactionDays, { query: middle })
        return { gross: usd(found, ({ payments }) => payments.grossUsd), sent: usd(found, ({ sent }) => sent.grossUsd) }
      },
      async () => {
        const { payments, sent } = await admin.get(summarizeAllTransactions, { query: ofAdmin(middle) })
        return { gross: payments.grossUsd, sent: sent.grossUsd }
      },
    ],
    [
      'the fee of each payment is the platform’s part and the partners’ part',
      async () => (await rowsOf({ purpose: 'invoice' })).map(({ key: id, feeUSD }) => [id, feeUSD]),
      async () =>
        (await rowsOf({ purpose: 'invoice' })).map(({ key: id, platformFeeUSD, partnerFeeUSD }) => [
          id,
          platformFeeUSD === null || partnerFeeUSD === null ? null : addUsd(platformFeeUSD, partnerFeeUSD),
        ]),
    ],
  ]
}

const invoicePairs = ({ store: { owner, key }, search }: Figures): Pair[] => {
  const rowsOf = (query: Query) => owner.rows(listInvoices, { query })
  const bar = async (query: Query) => {
    const { filtered, grossUsd, receivedUsd } = await owner.get(summarizeInvoices, { query })
    return { count: filtered, gross: grossUsd, received: receivedUsd }
  }
  const details = async () =>
    Promise.all((await rowsOf({})).map(({ invoiceId }) => owner.get(getInvoice, { params: { invoiceId } })))
  const filters = [{}, { search }, ...[...invoiceStates, 'attention'].map((state) => ({ state }))]
  return [
    ...filters.flatMap((query): Pair[] => [
      [
        `invoices, ${nameOf(query)}: the totals bar is the sum of the rows`,
        () => bar(query),
        async () => {
          const rows = await rowsOf(query)
          return {
            count: rows.length,
            gross: usd(rows, ({ amountUsd }) => amountUsd),
            received: usd(rows, ({ receivedUsd }) => receivedUsd),
          }
        },
      ],
      [
        `invoices, ${nameOf(query)}: the file adds up to the totals bar`,
        async () => {
          const lines = await owner.csv(exportInvoices, { query })
          return {
            count: lines.length,
            gross: usd(lines, (line) => line['Total (USD)']),
            received: usd(lines, (line) => line['Received (USD)']),
          }
        },
        () => bar(query),
      ],
    ]),
    ...[{}, { state: 'paid' }].map(
      (query: Query): Pair => [
        `invoices, ${nameOf(query)}: the statement ends in the totals bar`,
        async () => {
          const [label = '', gross, received] = lineOf(
            await owner.pdf(printInvoices, { query }),
            /^All [\d,]+ invoices/,
          )
          return { count: Number(label.replaceAll(/\D/g, '')), gross: plain(gross), received: plain(received) }
        },
        () => bar(query),
      ],
    ),
    [
      'the states of invoices add up to all of them',
      async () => (await owner.get(summarizeInvoices)).total,
      async () => {
        const { states } = await owner.get(summarizeInvoices)
        return invoiceStates.reduce((all, state) => all + states[state], 0)
      },
    ],
    [
      'programs read the invoices of the list',
      async () =>
        (await key.rows(listInvoicesByKey)).map(({ invoiceId, status, amount }) => [invoiceId, status, amount]),
      async () => (await rowsOf({})).map(({ invoiceId, status, amount }) => [invoiceId, status, amount]),
    ],
    [
      'what an invoice received is the sum of its payments, in the list and in its sheet',
      async () => (await rowsOf({})).map(({ invoiceId, receivedUsd }) => [invoiceId, receivedUsd]),
      async () =>
        (await details()).map(({ invoiceId, payments }) => [
          invoiceId,
          usd(
            payments.filter(({ feeUsd }) => feeUsd !== null),
            ({ amountUsd }) => amountUsd,
          ),
        ]),
    ],
    [
      'the customer’s page says what the invoice’s sheet says',
      async () =>
        Promise.all(
          (await details()).map(async ({ invoiceId }) =>
            amountsOf(await owner.get(getCheckout, { params: { invoiceId } })),
          ),
        ),
      async () => (await details()).map(amountsOf),
    ],
    [
      'what was paid of an invoice is the sum of the payments on its customer’s page',
      async () => (await details()).map(({ invoiceId, paidBtc }) => [invoiceId, paidBtc]),
      async () =>
        Promise.all(
          (await details()).map(async ({ invoiceId }) => {
            const { payments } = await owner.get(getCheckout, { params: { invoiceId } })
            const arrived = payments.filter(({ status }) => status !== 'failed')
            return [invoiceId, btc(arrived, ({ amountBtc }) => amountBtc)]
          }),
        ),
    ],
    [
      'gross, fee and net of an invoice’s sheet are those of its transactions',
      async () => {
        const rows = (await details()).flatMap(({ invoiceId, sums }) =>
          sums ? [[invoiceId, sums.grossUsd, sums.feeUsd, sums.netUsd]] : [],
        )
        return rows.sort(byText)
      },
      async () => {
        const rows = await owner.rows(listTransactions, { query: { invoices: 'true', type: 'incoming' } })
        const booked = rows.filter(({ feeUSD }) => feeUSD !== null)
        return [...new Set(booked.map(({ invoiceId }) => invoiceId))]
          .map((id) => {
            const own = booked.filter(({ invoiceId }) => invoiceId === id)
            return [
              id,
              usd(own, ({ amountUSD }) => amountUSD),
              usd(own, ({ feeUSD }) => feeUSD),
              usd(own, ({ netUSD }) => netUSD),
            ]
          })
          .sort(byText)
      },
    ],
    [
      'all invoices together received what the payments of invoices are',
      async () => (await bar({})).received,
      async () => (await readSummary(owner, { invoices: 'true' })).payments.grossUsd,
    ],
    [
      'a customer’s invoices in the sheet are those that the list finds',
      async () =>
        (await details()).flatMap(({ customerEmail, customer }) => (customer ? [[customerEmail, customer]] : [])),
      async () => {
        const all = await rowsOf({})
        return all.flatMap(({ customerEmail }) => {
          if (customerEmail === null) return []
          const own = all.filter((row) => row.customerEmail?.toLowerCase() === customerEmail.toLowerCase())
          return [[customerEmail, { invoices: own.length, receivedUsd: usd(own, ({ receivedUsd }) => receivedUsd) }]]
        })
      },
    ],
    [
      'refunds of the sheets are those that programs list',
      async () => (await details()).flatMap(({ refunds }) => refunds.map(shownRefund)).sort(byId),
      async () => (await key.rows(listRefunds)).map(shownRefund).sort(byId),
    ],
    [
      'paid refunds are the refunds among the transactions',
      async () => {
        const paid = (await details()).flatMap(({ refunds }) => refunds).filter(({ txid }) => txid !== null)
        return paid.map(({ txid, amountBtc, amountUsd }) => [txid, minus(amountBtc), minus(amountUsd)]).sort(byText)
      },
      async () => {
        const rows = await owner.rows(listTransactions, { query: { purpose: 'refund' } })
        return rows.map(({ id, amount, amountUSD }) => [id, amount, amountUSD]).sort(byText)
      },
    ],
  ]
}

const amountsOf = ({ invoiceId, currency, amount, amountBtc, dueBtc, paidBtc }: InvoiceAmounts) => ({
  ...{ invoiceId, currency, amount, amountBtc, dueBtc, paidBtc },
})
type InvoiceAmounts = Record<'invoiceId' | 'currency' | 'paidBtc', string> &
  Record<'amount' | 'amountBtc' | 'dueBtc', string | null>

const shownRefund = ({ id, invoiceId, amountBtc, amountUsd, status }: RefundFigures) => ({
  ...{ id, invoiceId, amountBtc, amountUsd, status },
})
type RefundFigures = { id: number; invoiceId: string; amountBtc: string; amountUsd: string; status: string }
const byId = (one: { id: number }, other: { id: number }) => one.id - other.id
const byText = (one: readonly unknown[], other: readonly unknown[]) => String(one).localeCompare(String(other))

const withdrawalPairs = ({ store: { owner, key } }: Figures): Pair[] => {
  const isOut = (status: string | undefined) => !/^(failed|cancel)/i.test(status ?? '')
  const bar = async (query: Query) => {
    const { filtered, amountUsd, networkFeeUsd, platformFeeUsd } = await owner.get(summarizeWithdrawals, { query })
    return { count: filtered, amount: amountUsd, network: networkFeeUsd, platform: platformFeeUsd }
  }
  return [
    ...[{}, { status: 'pending' }, { status: 'confirmed' }, { status: 'canceled' }].flatMap((query: Query): Pair[] => [
      [
        `withdrawals, ${nameOf(query)}: the totals bar is the sum of the rows`,
        () => bar(query),
        async () => {
          const rows = await owner.rows(listWithdrawals, { query })
          const out = rows.filter(({ status }) => isOut(status))
          return {
            count: rows.length,
            amount: usd(out, ({ customerAmount }) => customerAmount),
            network: usd(out, ({ networkFeeUsd }) => networkFeeUsd),
            platform: usd(out, ({ totalFee }) => totalFee),
          }
        },
      ],
      [
        `withdrawals, ${nameOf(query)}: the file adds up to the totals bar`,
        async () => {
          const lines = await owner.csv(exportWithdrawals, { query })
          const out = lines.filter((line) => isOut(line.Status))
          return {
            count: lines.length,
            amount: usd(out, (line) => line['Amount (USD)']),
            network: usd(out, (line) => line['Network fee (USD)']),
            platform: usd(out, (line) => line['Platform fee (USD)']),
          }
        },
        () => bar(query),
      ],
    ]),
    [
      'withdrawals: the statement ends in the totals bar',
      async () => {
        const [, amount, network, platform, total] = lineOf(await owner.pdf(printWithdrawals), /^Pending and confirmed/)
        return [amount, network, platform, total].map(plain)
      },
      async () => {
        const found = await owner.get(summarizeWithdrawals)
        return [found.amountUsd, found.networkFeeUsd, found.platformFeeUsd, found.totalUsd]
      },
    ],
    [
      'withdrawals: the states add up to all of them',
      async () => (await owner.get(summarizeWithdrawals)).total,
      async () => Object.values((await owner.get(summarizeWithdrawals)).statuses).reduce((all, each) => all + each, 0),
    ],
    [
      'programs read the withdrawals of the list',
      async () =>
        (await key.rows(listWithdrawalsByKey)).map(({ id, status, customerAmount }) => [id, status, customerAmount]),
      async () =>
        (await owner.rows(listWithdrawals)).map(({ id, status, customerAmount }) => [id, status, customerAmount]),
    ],
    [
      'what was withdrawn is the same among the transactions',
      async () => {
        const rows = await owner.rows(listWithdrawals)
        const seen = rows.filter(({ txid, status }) => txid !== null && isOut(status))
        return seen
          .map(({ txid, amountBtc, netAmountSent }) => [txid, minus(amountBtc), minus(netAmountSent)])
          .sort(byText)
      },
      async () => {
        const rows = await owner.rows(listTransactions, { query: { purpose: 'withdrawal' } })
        return rows
          .filter(({ status }) => status !== 'failed')
          .map(({ id, amount, amountUSD }) => [id, amount, amountUSD])
          .sort(byText)
      },
    ],
  ]
}

const productPairs = ({ store: { owner } }: Figures): Pair[] => [
  [
    'payment links: what each received is the sum of its invoices',
    async () => (await owner.rows(listPaymentLinks)).map(({ id, receivedUsd }) => [id, receivedUsd]),
    async () => {
      const invoices = await owner.rows(listInvoices)
      return (await owner.rows(listPaymentLinks)).map(({ id }) => [
        id,
        usd(
          invoices.filter(({ paymentLinkId }) => paymentLinkId === id),
          ({ receivedUsd }) => receivedUsd,
        ),
      ])
    },
  ],
  [
    'payment links: list, totals bar and file add up to the same',
    async () => {
      const { filtered, receivedUsd } = await owner.get(summarizePaymentLinks)
      const lines = await owner.csv(exportPaymentLinks)
      return [filtered, receivedUsd, lines.length, usd(lines, (line) => line['Received (USD)'])]
    },
    async () => {
      const rows = await owner.rows(listPaymentLinks)
      const received = usd(rows, ({ receivedUsd }) => receivedUsd)
      return [rows.length, received, rows.length, received]
    },
  ],
  [
    'deposit addresses: what they received are their transactions',
    async () =>
      (await owner.rows(listDepositAddresses)).map(({ address, payments, receivedBtc, receivedUsd }) => [
        ...[address, payments, receivedBtc, receivedUsd],
      ]),
    async () => {
      const all = await owner.rows(listTransactions, { query: { purpose: 'invoice' } })
      return (await owner.rows(listDepositAddresses)).map(({ address }) => {
        const own = all.filter((row) => row.address === address && row.feeUSD !== null)
        return [address, own.length, btc(own, ({ amount }) => amount), usd(own, ({ amountUSD }) => amountUSD)]
      })
    },
  ],
]

const reportPairs = ({ store: { owner } }: Figures): Pair[] => {
  const read = (report: string, query: Query = {}) => owner.get(getReport, { params: { report }, query })
  const figures = ['items', 'tax', 'tips', 'fees', 'received', 'refunds'] as const
  return [
    ...reportNames.flatMap((report): Pair[] => [
      [
        `reports, ${report}: the rows add up to the total that all reports end in`,
        async () => {
          const { rows } = await read(report)
          const isPart = report === 'items' || report === 'tax'
          return {
            sold: rows.reduce((all, { sold }) => all + sold, 0),
            ...Object.fromEntries(
              figures.slice(0, isPart ? 2 : 6).map((name) => [name, usd(rows, (row) => row[name])]),
            ),
          }
        },
        async () => {
          const { sold, ...total } = (await read('items')).total
          const isPart = report === 'items' || report === 'tax'
          return { sold, ...Object.fromEntries(figures.slice(0, isPart ? 2 : 6).map((name) => [name, total[name]])) }
        },
      ],
      [
        `reports, ${report}: the file has the rows of the screen`,
        async () => {
          const lines = await owner.csv(exportReport, { params: { report } })
          return lines.map((line) => [
            line.Name,
            line.Sold,
            line['Items sold'],
            line['Sales tax'],
            line['You received'],
          ])
        },
        async () =>
          (await read(report)).rows.map(({ name, sold, items, tax, received }) => [
            ...[name ?? '', String(sold), items, tax, received ?? ''],
          ]),
      ],
    ]),
    [
      'reports: items + tax + tips − fees = received',
      async () => (await read('items')).total.received,
      async () => {
        const { items, tax, tips, fees } = (await read('items')).total
        return addUsd(items, tax, tips, minus(fees))
      },
    ],
    [
      'reports: tills and cashiers filter what they name',
      async () => (await read('cashiers')).rows.map(({ name, received }) => [name, received]),
      async () => {
        const { rows } = await read('cashiers')
        return rows.map(({ name, items, tax, tips, fees }) => [
          name,
          addUsd(items, tax, tips ?? '0', minus(fees ?? '0')),
        ])
      },
    ],
    [
      'reports: what the tills sold is what their invoices asked for',
      async () => {
        const { items, tax, tips, refunds } = (await read('tills')).total
        return addUsd(items, tax, tips, refunds)
      },
      async () => {
        const rows = await owner.rows(listInvoices)
        const sold = rows.filter(
          ({ createdBy, state }) => createdBy?.type === 'till' && ['paid', 'overpaid', 'paid-late'].includes(state),
        )
        return usd(sold, ({ amountUsd }) => amountUsd)
      },
    ],
    [
      'reports: the fees of the tills are those of their transactions',
      async () => (await read('tills')).total.fees,
      async () => {
        const rows = await owner.rows(listTransactions, { query: { purpose: 'invoice' } })
        return minus(
          usd(
            rows.filter(({ till }) => till !== null),
            ({ feeUSD }) => feeUSD,
          ),
        )
      },
    ],
    [
      'reports: the sales tax is that of the transactions, refunds taken off',
      async () => (await read('tax')).total.tax,
      async () => {
        const rows = await owner.rows(listTransactions)
        return usd(rows, ({ salesTax }) => salesTax?.amount)
      },
    ],
  ]
}

const partnerPairs = ({ partner: { id, reader }, admin }: Figures): Pair[] => {
  const dashboard = () => reader.get(getPartnerDashboard)
  const rows = async () => reader.rows(listPartnerTransactions)
  const lines = () => reader.csv(exportPartnerTransactions)
  const summary = () => reader.get(summarizePartnerTransactions)
  const detail = () => admin.get(getPartner, { params: { partnerId: id } })
  const statement = () => reader.pdf(printPartnerTransactions)
  const earned = async () => (await dashboard()).partner.totalEarnedUsd
  const uncollected = async () => (await dashboard()).partner.uncollectedUsd
  /** A share of the pool in percent of a payment. Percents have three decimals everywhere. */
  const rateOf = (poolPercent: number, sharePercent: number) =>
    Math.round((poolPercent * 1000 * Math.round(sharePercent * 100)) / 1e4) / 1000
  const sortedRates = (rates: readonly number[]) => [...new Set(rates)].sort((a, b) => a - b)
  const contractRate = async () => {
    const { current } = await reader.get(getFees)
    return rateOf(current.partnerPoolPercent, (await dashboard()).partner.sharePercentage)
  }
  return [
    [
      'partner, rate: the dashboard’s is the contract’s',
      async () => (await dashboard()).feeBreakdown.depositFeeRate,
      contractRate,
    ],
    [
      'partner, rate: each payment has the contract’s',
      async () => sortedRates((await rows()).map(({ rate }) => rate)),
      async () => [await contractRate()],
    ],
    [
      'partner, rate: the file has the contract’s',
      async () => sortedRates((await lines()).map((line) => Number(line['Rate (%)']))),
      async () => [await contractRate()],
    ],
    [
      'partner, rate: by merchant it is the contract’s',
      async () => {
        const { merchants } = await reader.get(getEarningsByMerchant)
        return sortedRates(merchants.flatMap(({ lowestRate, highestRate }) => [lowestRate, highestRate]))
      },
      async () => [await contractRate()],
    ],
    [
      'partner, earned: the payments add up',
      async () => toDollars(usd8(await rows(), ({ partnerRevenue }) => partnerRevenue)),
      earned,
    ],
    [
      'partner, earned: the file adds up',
      async () => toDollars(usd8(await lines(), (line) => line['Share (USD)'])),
      earned,
    ],
    ['partner, earned: the totals bar', async () => toDollars((await summary()).shareUsd), earned],
    [
      'partner, earned: the merchants add up',
      async () => (await reader.get(getEarningsByMerchant)).total.earnedUsd,
      earned,
    ],
    [
      'partner, earned: the statement’s total',
      async () => toDollars(plain(lineOf(await statement(), /^Payments \(/).at(-1))),
      earned,
    ],
    [
      'partner, earned: the fee types add up',
      async () => {
        const { depositFees, withdrawalFees, lightningFees } = (await dashboard()).feeBreakdown
        return addUsd(depositFees, withdrawalFees, lightningFees)
      },
      earned,
    ],
    [
      'partner, earned: the payments of each fee type are its figure',
      async () =>
        Promise.all(
          (['deposit', 'lightning'] as const).map(async (feeType) => {
            const query = { feeType }
            const { totalTransactions, totalRevenue } = (await reader.get(getFeeBreakdown, { query })).summary
            return { feeType, totalTransactions, totalRevenue }
          }),
        ),
      async () => {
        const { feeBreakdown } = await dashboard()
        const all = await rows()
        return (['deposit', 'lightning'] as const).map((feeType) => ({
          feeType,
          totalTransactions: all.filter((row) => row.feeType === feeType && row.partnerRevenue !== null).length,
          totalRevenue: feeBreakdown[`${feeType}Fees`],
        }))
      },
    ],
    [
      'partner, earned: the months add up to all time',
      async () => {
        const months = [...new Set((await rows()).map(({ timestamp }) => monthOf(timestamp)))]
        const parts = await Promise.all(
          months.map((month) => reader.get(summarizePartnerTransactions, { query: daysOfMonth(month) })),
        )
        return {
          payments: parts.reduce((all, each) => all + each.payments, 0),
          share: usd8(parts, ({ shareUsd }) => shareUsd),
        }
      },
      async () => {
        const { payments, shareUsd } = await summary()
        return { payments, share: shareUsd }
      },
    ],
    [
      'partner: the volume of the totals bar is that of rows, file, statement and merchants',
      async () => {
        const booked = (await rows()).filter(({ partnerRevenue }) => partnerRevenue !== null)
        const bookedLines = (await lines()).filter((line) => line['Share (USD)'] !== '')
        const total = lineOf(await statement(), /^Payments \(/)
        return [
          usd(booked, ({ amountUSD }) => amountUSD),
          usd(bookedLines, (line) => line['Payment (USD)']),
          plain(total[1]),
          (await reader.get(getEarningsByMerchant)).total.grossUsd,
        ]
      },
      async () => {
        const { grossUsd } = await summary()
        return [grossUsd, grossUsd, grossUsd, grossUsd]
      },
    ],
    [
      'partner: the balances of all partners are the metrics’',
      async () => (await dashboard()).platformStats.totalPartnerBalances,
      async () => (await admin.get(getPartnerMetrics)).totalBalances,
    ],
    [
      'partner, not collected yet: the wallet',
      async () => (await reader.get(getPartnerWallet)).uncollectedUsd,
      uncollected,
    ],
    [
      'partner, not collected yet: the totals bar',
      async () => toDollars((await summary()).uncollectedUsd),
      uncollected,
    ],
    [
      'partner, not collected yet: the payments add up',
      async () => {
        const open = (await rows()).filter(({ collected }) => !collected)
        return toDollars(usd8(open, ({ partnerRevenue }) => partnerRevenue))
      },
      uncollected,
    ],
    [
      'partner, not collected yet: the file adds up',
      async () => {
        const open = (await lines()).filter((line) => line.Collected === 'no')
        return toDollars(usd8(open, (line) => line['Share (USD)']))
      },
      uncollected,
    ],
    [
      'partner, not collected yet: the statement',
      async () => toDollars(plain(lineOf(await statement(), /^Not collected yet$/).at(-1))),
      uncollected,
    ],
    [
      'partner, not collected yet: the merchants add up',
      async () => (await reader.get(getEarningsByMerchant)).total.uncollectedUsd,
      uncollected,
    ],
    ['partner, not collected yet: what admins see', async () => (await detail()).uncollectedUsd, uncollected],
    [
      'partner: earned − not collected yet = collected',
      async () => (await dashboard()).partner.collectedUsd,
      async () => addUsd(await earned(), minus(await uncollected())),
    ],
    [
      'partner: collected − withdrawn − on its way and what the price did = available',
      async () => (await dashboard()).partner.availableUsd,
      async () => {
        const { collectedUsd, totalWithdrawnUsd, onItsWayUsd, priceChangeUsd } = (await dashboard()).partner
        return addUsd(collectedUsd, minus(totalWithdrawnUsd), minus(onItsWayUsd), priceChangeUsd)
      },
    ],
    [
      'partner: available + not collected yet + on its way + withdrawn = earned, in bitcoin',
      async () => {
        const { availableBtc, uncollectedBtc, onItsWayBtc, totalWithdrawnBtc } = (await dashboard()).partner
        return addBtc(availableBtc, uncollectedBtc, onItsWayBtc, totalWithdrawnBtc)
      },
      async () => (await dashboard()).partner.totalEarnedBtc,
    ],
    [
      'partner: the wallet is the dashboard’s',
      async () => {
        const wallet = await reader.get(getPartnerWallet)
        return [wallet.btc, wallet.usd, wallet.uncollectedBtc, wallet.onItsWayBtc, wallet.maxWithdrawalUsd]
      },
      async () => {
        const { partner, maxWithdrawalUsd } = await dashboard()
        return [
          ...[partner.currentBalanceBtc, partner.currentBalanceUsd, partner.uncollectedBtc, partner.onItsWayBtc],
          maxWithdrawalUsd,
        ]
      },
    ],
    [
      'partner: withdrawals are those of the list',
      async () => {
        const { totalWithdrawnUsd, withdrawals } = (await dashboard()).partner
        return [totalWithdrawnUsd, withdrawals]
      },
      async () => {
        const paid = (await reader.rows(listPayouts)).filter(({ status }) => status === 'confirmed')
        return [usd(paid, ({ amountUsd, feeUsd }) => addUsd(amountUsd, feeUsd)), paid.length]
      },
    ],
    [
      'partner: the statement of the balance ends in the balance',
      async () => (await reader.csv(getPartnerStatement)).at(-1)?.['Balance BTC'],
      async () => (await dashboard()).partner.currentBalanceBtc,
    ],
    [
      'partner: admins see the partner’s figures, in the detail and in the list',
      async () => {
        const { feeBreakdown: _, lastEarnedAt: _at, ...shown } = await detail()
        return [shown, (await admin.rows(listPartners)).find((row) => row.id === id)]
      },
      async () => {
        const { partner } = await dashboard()
        const { invited, twoFactorEnabled } = await detail()
        const row = { ...partner, invited, twoFactorEnabled }
        return [row, row]
      },
    ],
  ]
}

const monthOf = (timestamp: number) => new Date(timestamp * 1000).toISOString().slice(0, 7)
const daysOfMonth = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) }
}

const revenuePairs = ({ admin, partner, days }: Figures): Pair[] => {
  const revenue = (query: Query = days) => admin.get(getRevenue, { query })
  const lines = (query: Query = days) => admin.csv(exportRevenue, { query })
  const fees = async () => (await lines()).filter((line) => line.Date !== 'Total')
  const total = async () => (await revenue()).total.usd
  const months = async () => (await revenue({ range: '12M' })).overTime
  return [
    [
      'revenue: platform fee + markup + withdrawal fees − forgiven',
      async () => {
        const { platformFeeUsd, markupUsd, withdrawalFeesUsd, forgivenUsd } = (await revenue()).sum
        return addUsd(platformFeeUsd, markupUsd, withdrawalFeesUsd, minus(forgivenUsd))
      },
      total,
    ],
    [
      'revenue: the merchants add up',
      async () => {
        const { byMerchant, others } = await revenue()
        return addUsd(...byMerchant.map((row) => row.revenue.usd), others.revenueUsd)
      },
      total,
    ],
    [
      'revenue: the fee types add up',
      async () => addUsd(...(await revenue()).byKind.map((row) => row.revenue.usd)),
      total,
    ],
    [
      'revenue: collected and owed add up',
      async () => {
        const { collectedUsd, owedUsd } = await revenue()
        return addUsd(collectedUsd, owedUsd)
      },
      total,
    ],
    [
      'revenue: the file ends in the figure of the page',
      async () => toDollars((await lines()).at(-1)?.['Revenue (USD)'] ?? ''),
      total,
    ],
    [
      'revenue: the lines of the file add up to its total, in dollars and in bitcoin',
      async () => {
        const all = await fees()
        return [
          usd8(all, (line) => line['Revenue (USD)']),
          btc(all, (line) => line['Revenue (BTC)']),
          usd8(all, (line) => line['Partner share (USD)']),
        ]
      },
      async () => {
        const last = (await lines()).at(-1)
        return [last?.['Revenue (USD)'], last?.['Revenue (BTC)'], last?.['Partner share (USD)']]
      },
    ],
    [
      'revenue: each month is the revenue of its days',
      async () => (await months()).map(({ start, revenueUsd }) => [start, revenueUsd]),
      async () =>
        Promise.all(
          (await months()).map(async ({ start }) => [start, (await revenue(daysOfMonth(start.slice(0, 7)))).total.usd]),
        ),
    ],
    [
      'revenue: 12 months are the total of all time on both dashboards',
      async () => {
        const { total: all } = await revenue({ range: '12M' })
        return [all.usd, all.usd]
      },
      async () => [
        (await admin.get(getDashboard)).metrics.totalPlatformRevenue,
        (await partner.reader.get(getPartnerDashboard)).platformStats.totalPlatformRevenue,
      ],
    ],
    [
      'revenue: the first merchants of the dashboard are those of the page',
      async () =>
        (await admin.get(getDashboardPeriod, { query: days })).topMerchants.map((row) => [row.id, row.revenueUsd]),
      async () => {
        const earning = (await revenue()).byMerchant.filter((row) => toCents(row.revenue.usd) > 0n)
        return earning.slice(0, 5).map((row) => [row.merchantId, row.revenue.usd])
      },
    ],
    [
      'revenue: the first merchants of all time are those of 12 months',
      async () => (await admin.get(getDashboard)).topMerchants.map((row) => [row.id, row.revenue]),
      async () => {
        const byMerchant = new Map<string, string[]>()
        for (const line of await lines({ range: '12M' }))
          if (line.Store)
            byMerchant.set(line.Store, [...(byMerchant.get(line.Store) ?? []), line['Revenue (USD)'] ?? '0'])
        const top = (await admin.get(getDashboard)).topMerchants
        return top.map(({ id, storeName }) => [id, toDollars(usd8(byMerchant.get(storeName) ?? [], (each) => each))])
      },
    ],
    [
      'revenue: what promo codes forgave is what merchants saved',
      async () => (await revenue({ range: '12M' })).sum.forgivenUsd,
      async () => (await admin.get(summarizePromoCodes)).savedUsd,
    ],
    [
      'the fees of all payments are the revenue from them and the partners’ shares, in bitcoin',
      async () => minus((await admin.get(summarizeAllTransactions)).payments.feeBtc),
      async () => {
        const kinds = (await revenue({ range: '12M' })).byKind.filter(
          ({ kind }) => kind === 'deposit' || kind === 'lightning',
        )
        return addBtc(...kinds.flatMap((each) => [each.revenue.btc, each.partnerShare.btc]))
      },
    ],
    [
      'partners’ shares: the page, the partners and the metrics',
      async () => {
        const { earned, paid, owed } = (await revenue({ range: '12M' })).partners
        return { earned: earned.btc, paid: paid.btc, owed: owed.btc, earnedUsd: earned.usd, paidUsd: paid.usd }
      },
      async () => {
        const all = await admin.rows(listPartners)
        const { totalEarnings, totalWithdrawals } = await admin.get(getPartnerMetrics)
        return {
          earned: btc(all, ({ totalEarnedBtc }) => totalEarnedBtc),
          paid: btc(all, ({ totalWithdrawnBtc }) => totalWithdrawnBtc),
          owed: btc(all, ({ currentBalanceBtc, onItsWayBtc }) => addBtc(currentBalanceBtc, onItsWayBtc)),
          ...{ earnedUsd: totalEarnings, paidUsd: totalWithdrawals },
        }
      },
    ],
  ]
}

const platformPairs = ({ admin, days }: Figures): Pair[] => {
  const period = () => admin.get(getDashboardPeriod, { query: days })
  const summary = (query: Query) => admin.get(summarizeAllTransactions, { query })
  const sign = (type: string | undefined, amount: string | null) =>
    type === 'outgoing' && amount !== null ? minus(amount) : amount
  const toStatus = (status: string) => (status === 'pending' ? 'unconfirmed' : status)
  const merchants = () => admin.rows(listMerchants)
  return [
    [
      'dashboard: volume and payouts are the totals of the transactions of these days',
      async () => {
        const { volumeUsd, payoutsUsd } = (await period()).now
        return { volumeUsd, payoutsUsd }
      },
      async () => {
        const { payments, sent } = await summary(days)
        return { volumeUsd: payments.grossUsd, payoutsUsd: minus(sent.grossUsd) }
      },
    ],
    [
      'dashboard: volume and payouts of all time are those of the transactions',
      async () => {
        const { totalVolume, totalPayouts } = (await admin.get(getDashboard)).metrics
        return { totalVolume, totalPayouts }
      },
      async () => {
        const { payments } = await summary({ purpose: 'invoice' })
        const { sent } = await summary({ purpose: 'withdrawal', status: 'confirmed' })
        return { totalVolume: payments.grossUsd, totalPayouts: minus(sent.grossUsd) }
      },
    ],
    [
      'dashboard: the volume of a merchant is that of its transactions',
      async () => (await period()).topMerchants.map(({ id, volumeUsd }) => [id, volumeUsd]),
      async () =>
        Promise.all(
          (await period()).topMerchants.map(async ({ id }) => [
            id,
            (await summary({ ...days, merchantId: String(id) })).payments.grossUsd,
          ]),
        ),
    ],
    [
      'dashboard: active and new merchants are those of the list',
      async () => {
        const { activeMerchants, now } = await period()
        const { metrics } = await admin.get(getDashboard)
        return [activeMerchants, metrics.activeMerchants, now.newMerchants]
      },
      async () => {
        const active = (await merchants()).filter(({ isActive, closedAt }) => isActive && closedAt === null)
        const joined = (await merchants()).filter(
          ({ createdAt }) => createdAt.slice(0, 10) >= days.from && createdAt.slice(0, 10) <= days.to,
        )
        return [active.length, active.length, joined.length]
      },
    ],
    [
      'dashboard: the platform’s wallet is that of the system page',
      async () => {
        const { platformUsd, freeUsd } = (await period()).wallets
        return [platformUsd, freeUsd]
      },
      async () => {
        const { wallet } = await admin.get(getSystem)
        return [wallet.usd, wallet.freeUsd]
      },
    ],
    [
      'dashboard: what is owed to partners is what they have and what is on its way',
      async () => (await period()).wallets.owedToPartnersUsd,
      async () => (await admin.get(getRevenue, { query: days })).partners.owed.usd,
    ],
    ...moveFilters.flatMap((query): Pair[] => [
      [
        `all transactions, ${nameOf(query)}: the totals bar is the sum of the rows`,
        async () => ofSummary(await summary(query)),
        async () =>
          totalsOf(
            (await admin.rows(listAllTransactions, { query })).map((row) => ({
              ...{ type: row.type, purpose: row.purpose, status: toStatus(row.status) },
              ...{ sats: sign(row.type, row.amount) ?? '', gross: sign(row.type, row.amountUSD) },
              ...{ fee: row.feeUSD, net: row.netUSD },
            })),
          ),
      ],
      [
        `all transactions, ${nameOf(query)}: the file adds up to the totals bar`,
        async () => {
          const lines = (await admin.csv(exportAllTransactions, { query })).filter((line) => line.TXID !== '')
          return totalsOf(
            lines.map((line) => ({
              ...{ type: line.Type ?? '', purpose: line.Purpose ?? '', status: toStatus(line.Status ?? '') },
              ...{ sats: line['Amount (BTC)'] ?? '', gross: line['Amount (USD)'] ?? '' },
              ...{ fee: line['Fee (USD)'] ?? '', net: line['Net (USD)'] ?? '' },
            })),
          )
        },
        async () => ofSummary(await summary(query)),
      ],
    ]),
    [
      'all transactions: the statement ends in the totals bar',
      async () => ofStatement(await admin.pdf(printAllTransactions, { query: { method: 'BTC' } })),
      async () => onlySums(ofSummary(await summary({ method: 'BTC' }))),
    ],
    [
      'all transactions: the days add up to the totals bar',
      async () => {
        const found = await admin.get(listAllTransactionDays, { query: days })
        return [usd(found, ({ payments }) => payments.grossUsd), usd(found, ({ sent }) => sent.grossUsd)]
      },
      async () => {
        const { payments, sent } = await summary(days)
        return [payments.grossUsd, sent.grossUsd]
      },
    ],
    [
      'merchants: list, totals bar and file',
      async () => {
        const { filtered, total, volumeUsd } = await admin.get(summarizeMerchants)
        const lines = await admin.csv(exportMerchants)
        return [filtered, total, volumeUsd, lines.length, usd(lines, (line) => line['Volume (USD)'])]
      },
      async () => {
        const rows = await merchants()
        const volume = usd(rows, ({ totalDepositsUsd }) => totalDepositsUsd)
        return [rows.length, rows.length, volume, rows.length, volume]
      },
    ],
    [
      'merchants: what each received is the gross of its transactions',
      async () => (await merchants()).map(({ id, totalDepositsUsd }) => [id, totalDepositsUsd]),
      async () =>
        Promise.all(
          (await merchants()).map(async ({ id }) => [
            id,
            (await summary({ merchantId: String(id) })).payments.grossUsd,
          ]),
        ),
    ],
    [
      'merchants: payments, volume and fees of the detail are those of invoice payments',
      async () =>
        Promise.all(
          (await merchants()).map(async ({ id }) => {
            const { payments, volumeUsd, feesUsd } = (await admin.get(getMerchant, { params: { id } })).totals
            return [id, payments, volumeUsd, feesUsd]
          }),
        ),
      async () =>
        Promise.all(
          (await merchants()).map(async ({ id }) => {
            const { payments } = await summary({ merchantId: String(id), purpose: 'invoice' })
            return [id, payments.count, payments.grossUsd, minus(payments.feeUsd)]
          }),
        ),
    ],
    [
      'merchants: the last 30 days are those of the transactions',
      async () => (await merchants()).map(({ id, recentVolume }) => [id, recentVolume.usd]),
      async () => {
        const { from, lastDay } = await admin.get(getRevenue, { query: { range: '30D' } })
        return Promise.all(
          (await merchants()).map(async ({ id }) => [
            id,
            (await summary({ from: from.slice(0, 10), to: lastDay, merchantId: String(id) })).payments.grossUsd,
          ]),
        )
      },
    ],
    [
      'people: list, views and file',
      async () => {
        const { filtered, views } = await admin.get(summarizePeople)
        return [filtered, views.all, (await admin.csv(exportPeople)).length, views.owners]
      },
      async () => {
        const rows = await admin.rows(listPeople)
        return [rows.length, rows.length, rows.length, rows.filter(({ role }) => role === 'owner').length]
      },
    ],
    [
      'partners: the metrics are the sums of the list',
      async () => {
        const { totalPartners, activePartners, activeShares } = await admin.get(getPartnerMetrics)
        return [totalPartners, activePartners, activeShares]
      },
      async () => {
        const rows = await admin.rows(listPartners)
        const active = rows.filter(({ isActive }) => isActive)
        const shares = active.reduce((all, { sharePercentage }) => all + Math.round(sharePercentage * 100), 0) / 100
        return [rows.length, active.length, shares]
      },
    ],
    [
      'promo codes: the counts are those of the list',
      async () => {
        const { total, states, savedUsd } = await admin.get(summarizePromoCodes)
        return [total, Object.values(states).reduce((all, each) => all + each, 0), savedUsd]
      },
      async () => {
        const rows = await admin.rows(listPromoCodes)
        return [rows.length, rows.length, usd(rows, ({ amountSavedUsd }) => amountSavedUsd)]
      },
    ],
    [
      'loop-outs: the count of those that wait is the queue’s',
      async () => (await admin.get(countLoopOuts)).pending,
      async () => (await admin.rows(listPendingLoopOuts)).length,
    ],
  ]
}
