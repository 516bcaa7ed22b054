import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

export type StatementLine = {
  at: Date | null
  what: string
  merchant: string | null
  reference: string | null
  amountBtc: string
  amountUsd: string
  balanceBtc: string
}

/** The columns of the file, the same for partners and admins. */
export const statementColumns: readonly { title: string; of: (line: StatementLine) => string | Date | null }[] = [
  { title: 'Date', of: (line) => line.at },
  { title: 'What', of: (line) => line.what },
  { title: 'Merchant', of: (line) => line.merchant },
  { title: 'Transaction', of: (line) => line.reference },
  { title: 'Amount BTC', of: (line) => line.amountBtc },
  { title: 'Amount USD', of: (line) => line.amountUsd },
  { title: 'Balance BTC', of: (line) => line.balanceBtc },
]

type Row = {
  transferId: bigint
  postedAt: Date
  category: string
  reversal: boolean
  merchant: string | null
  txid: string | null
  amountSats: bigint
  amountUsd: string
}

const pageLength = 500
const latest = '9223372036854775807'

/**
 * Everything that changed a partner's balance in a period, oldest first, between the opening and the closing balance.
 * The dollars are those recorded at the time. Only satoshis add up to a balance.
 */
export async function* readStatement(
  db: Db,
  partnerId: number,
  period: { from?: string | undefined; to?: string | undefined },
): AsyncGenerator<StatementLine> {
  const account = await db
    .selectFrom('ledgerAccounts')
    .select('id')
    .where('ownerKind', '=', 'partner')
    .where('ownerId', '=', partnerId)
    .where('kind', '=', 'earned')
    .executeTakeFirst()
  const accountId = account?.id ?? 0
  // The file ends at the entry that was last when reading started. Later entries belong to the next file.
  const { rows: ends } = await sql<{ last: bigint; beforeSats: bigint }>`
    select coalesce(max(transfer_id), 0) as last,
      coalesce(sum(amount_sats) filter (where posted_at < ${period.from ?? '-infinity'}::timestamptz), 0)::bigint as before_sats
    from earning_entries where account_id = ${accountId}`.execute(db)
  let balanceSats = ends[0]?.beforeSats ?? 0n
  let sums = { sats: 0n, usd8: 0n }
  yield balanceLine('Opening balance', balanceSats)
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const rows: Row[] = await readLines(db, accountId, period, after, ends[0]?.last ?? BigInt(latest))
    for (const row of rows) {
      balanceSats += row.amountSats
      sums = { sats: sums.sats + row.amountSats, usd8: sums.usd8 + BigInt(row.amountUsd.replace('.', '')) }
      yield {
        at: row.postedAt,
        what: nameOf(row),
        merchant: row.merchant,
        reference: row.txid,
        amountBtc: fromSats(row.amountSats),
        amountUsd: row.amountUsd,
        balanceBtc: fromSats(balanceSats),
      }
    }
    after = rows.length < pageLength ? undefined : rows.at(-1)?.transferId
  }
  yield { ...balanceLine('Total', balanceSats), amountBtc: fromSats(sums.sats), amountUsd: fromSats(sums.usd8) }
}

const readLines = async (
  db: Db,
  accountId: number,
  period: { from?: string | undefined; to?: string | undefined },
  after: bigint,
  last: bigint,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select m.transfer_id, m.posted_at, m.category, m.standing < 0 as reversal, s.store_name as merchant,
      coalesce(f.txid, p.txid) as txid, m.amount_sats, m.amount_usd
    from earning_entries m
      join ledger_transfers t on t.id = m.transfer_id
      left join fee_transactions f on f.transfer_id = coalesce(t.reverses, t.id)
      left join merchants s on s.id = f.merchant_id
      left join sends p on m.category in ('payout-hold', 'payout-return') and p.kind = 'payout' and p.id::text = split_part(t.reference, '#', 1)
    where m.account_id = ${accountId} and m.transfer_id > ${after} and m.transfer_id <= ${last}
      and m.posted_at >= ${period.from ?? '-infinity'}::timestamptz and m.posted_at < ${period.to ?? 'infinity'}::timestamptz
    order by m.transfer_id limit ${pageLength}`.execute(db)
  return rows
}

const names: Record<string, string> = {
  deposit: 'Deposit fee share',
  lightning: 'Lightning fee share',
  withdrawal: 'Withdrawal fee share',
  'payout-hold': 'Withdrawal',
  'payout-return': 'Withdrawal returned',
}

const nameOf = ({ category, reversal }: Row) => `${names[category] ?? category}${reversal ? ' (undone)' : ''}`

const balanceLine = (what: string, balanceSats: bigint): StatementLine => ({
  at: null,
  what,
  merchant: null,
  reference: null,
  amountBtc: '',
  amountUsd: '',
  balanceBtc: fromSats(balanceSats),
})
