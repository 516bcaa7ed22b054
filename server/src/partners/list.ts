import { fromCents, fromSats, fromUsd8, toCents, toUsd8 } from '@bitquay/contract/money'
import { partnerTransactionList, wordOfShare } from '@bitquay/contract/partners'
import { sql } from 'kysely'
import { formatCount, formatUsd } from '../platform/http/statement-text.ts'
import { serveList } from '../platform/lists/serve-list.ts'
import { presentEarning, readEarnings } from './queries.transactions.ts'

const feeNames = { deposit: 'Payment', withdrawal: 'Withdrawal', lightning: 'Lightning payment' }

const booked = {
  table: sql`partner_shares s`,
  alias: 's',
  id: sql`s.fee_id`,
  scope: (partnerId: number) => sql`s.partner_id = ${partnerId}`,
  conditions: [sql`not s.reversed`],
  at: sql`s.seen_at`,
  filters: { merchantId: (merchantId: number) => sql`s.merchant_id = ${merchantId}` },
  sorts: { date: { by: sql`s.seen_at` }, gross: { by: sql`s.gross_cents` }, share: { by: sql`s.share_usd8` } },
}

/** Nobody earns from a payment before its first block, and only active partners will. Few wait for it at any time. */
const pending = {
  table: sql`transactions t`,
  alias: 't',
  // A payment that was booked meanwhile is still a cursor.
  scope: () => sql`true`,
  conditions: (partnerId: number) => [
    sql`t.status = 'pending' and t.type = 'incoming' and t.purpose = 'invoice' and not t.booked`,
    sql`exists (select from partners p where p.id = ${partnerId} and p.is_active and p.share_percentage > 0)`,
  ],
  isFew: true as const,
  at: sql`t.seen_at`,
  filters: { merchantId: (merchantId: number) => sql`t.merchant_id = ${merchantId}` },
  sorts: {
    date: { by: sql`t.seen_at` },
    gross: { by: sql`t.gross_cents`, isNullable: true as const },
    share: { by: sql`null::bigint`, isNullable: true as const },
  },
}

type Totals = {
  payments: bigint
  grossCents: bigint
  shareSats: bigint
  shareUsd8: bigint
  waitingSats: bigint
  waitingUsd8: bigint
  pendingPayments: bigint
  pendingCents: bigint
}

/** Payments that a partner earns from, by the partner's ID, with those that are not booked yet among them. */
export const earnings = serveList(partnerTransactionList, {
  parts: [booked, pending],
  read: (db, found, order, { who }) => readEarnings(db, who, found, order),
  show: presentEarning,
  file: {},
  /** What is not collected yet is read from the open fees, which are few. */
  summarize: async (db, _partnerId, filter, { where }) => {
    const { rows } = await sql<Totals>`
      select e.*, w.*, p.* from (
        select count(*) as payments, coalesce(sum(s.gross_cents), 0)::bigint as gross_cents,
          coalesce(sum(s.share_sats), 0)::bigint as share_sats, coalesce(sum(s.share_usd8), 0)::bigint as share_usd8
        from partner_shares s where ${where(filter)}
      ) e, (
        select coalesce(sum(s.share_sats), 0)::bigint as waiting_sats, coalesce(sum(s.share_usd8), 0)::bigint as waiting_usd8
        from fee_transactions f join partner_shares s on s.fee_id = f.id
        where not f.processed and f.reversed_at is null and ${where(filter)}
      ) w, (
        select count(*) as pending_payments, coalesce(sum(t.gross_cents), 0)::bigint as pending_cents
        from transactions t where ${where(filter, 1)}
      ) p`.execute(db)
    const totals = rows[0]
    if (!totals) throw new Error('no totals')
    return {
      payments: Number(totals.payments),
      grossUsd: fromCents(totals.grossCents),
      shareBtc: fromSats(totals.shareSats),
      shareUsd: fromUsd8(totals.shareUsd8),
      collectedBtc: fromSats(totals.shareSats - totals.waitingSats),
      collectedUsd: fromUsd8(totals.shareUsd8 - totals.waitingUsd8),
      uncollectedBtc: fromSats(totals.waitingSats),
      uncollectedUsd: fromUsd8(totals.waitingUsd8),
      pendingPayments: Number(totals.pendingPayments),
      pendingGrossUsd: fromCents(totals.pendingCents),
    }
  },
  statement: {
    title: 'Your share of payments',
    noun: 'payment',
    columns: [
      { title: 'Merchant', of: ({ merchant }) => merchant, width: 5 },
      { title: 'Type', of: ({ feeType }) => feeNames[feeType], width: 4 },
      { title: 'Customer', of: ({ customerName, customerEmail }) => customerName ?? customerEmail, width: 4 },
      { title: 'Share status', of: wordOfShare, width: 4 },
      { title: 'Rate', of: ({ rate }) => `${rate.toFixed(3)}%`, width: 2.5, align: 'right' },
      { title: 'Payment', of: ({ amountUSD }) => formatUsd(amountUSD), width: 3.5, align: 'right' },
      { title: 'Share (BTC)', of: ({ partnerRevenueBtc }) => partnerRevenueBtc, width: 3.5, align: 'right' },
      { title: 'Share', of: ({ partnerRevenue }) => formatUsd(partnerRevenue), width: 3.5, align: 'right' },
    ],
    // Of booked payments.
    sums: {
      Payment: ({ partnerRevenue, amountUSD }) => (partnerRevenue === null ? 0n : toCents(amountUSD ?? '0')),
      Share: { usd8: ({ partnerRevenue }) => toUsd8(partnerRevenue ?? '0') },
    },
    totals: (totals) => [
      {
        label: `Payments (${formatCount(totals.payments)})`,
        values: {
          Payment: formatUsd(totals.grossUsd),
          'Share (BTC)': totals.shareBtc,
          Share: formatUsd(totals.shareUsd),
        },
      },
      { label: 'Collected', values: { 'Share (BTC)': totals.collectedBtc, Share: formatUsd(totals.collectedUsd) } },
      {
        label: 'Not collected yet',
        values: { 'Share (BTC)': totals.uncollectedBtc, Share: formatUsd(totals.uncollectedUsd) },
      },
      ...(totals.pendingPayments > 0
        ? [
            {
              label: `Pending, no share yet (${formatCount(totals.pendingPayments)})`,
              values: { Payment: formatUsd(totals.pendingGrossUsd) },
            },
          ]
        : []),
    ],
  },
})
