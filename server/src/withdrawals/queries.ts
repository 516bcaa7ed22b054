import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import type { Withdrawal } from '@bitquay/contract/withdrawals'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Sends } from '../platform/db/types.ts'
import { problemOfSend } from '../sends/index.ts'

type Row = Omit<Selectable<Sends>, 'status'> & {
  status: Withdrawal['status']
  promoCode: string | null
  amountSavedUsd: string | null
}

const columns = sql`s.*, p.code as promo_code, p.amount_saved_usd`

export const listWithdrawals = async (
  db: Db,
  merchantId: number,
  page: { limit: number; cursor: string | undefined },
): Promise<{ page: Withdrawal[]; next: string | undefined }> => {
  const { rows } = await sql<Row>`
    select ${columns} from sends s left join promo_codes p on p.id = s.promo_code_id
    where s.merchant_id = ${merchantId} and s.kind = 'withdrawal'
      ${page.cursor === undefined ? sql`` : sql`and s.id < ${page.cursor}::bigint`}
    order by s.id desc limit ${page.limit + 1}`.execute(db)
  const shown = rows.slice(0, page.limit)
  return {
    page: shown.map(presentWithdrawal),
    next: rows.length > page.limit ? String(shown.at(-1)?.id) : undefined,
  }
}

export const findWithdrawal = async (db: Db, merchantId: number, id: number): Promise<Withdrawal | undefined> => {
  const { rows } = await sql<Row>`
    select ${columns} from sends s left join promo_codes p on p.id = s.promo_code_id
    where s.merchant_id = ${merchantId} and s.kind = 'withdrawal' and s.id = ${id}`.execute(db)
  return rows[0] && presentWithdrawal(rows[0])
}

const presentWithdrawal = (row: Row): Withdrawal => {
  const priceCents = toCents(row.btcPrice)
  const usd = (sats: bigint) => fromCents(centsOfSats(sats, priceCents))
  return {
    id: row.id,
    status: row.status,
    customerAmount: row.amountUsd,
    totalFee: usd(row.platformFeeSats),
    partnerShare: usd(row.partnerFeeSats),
    merchantShare: fromCents(
      centsOfSats(row.platformFeeSats, priceCents) - centsOfSats(row.partnerFeeSats, priceCents),
    ),
    netAmountSent: row.amountUsd,
    amountBtc: fromSats(row.amountSats),
    networkFeeBtc: row.networkFeeSats === null ? null : fromSats(row.networkFeeSats),
    networkFeeUsd: row.networkFeeSats === null ? null : usd(row.networkFeeSats),
    btcPrice: row.btcPrice,
    address: row.address,
    description: row.description,
    promoCode: row.promoCode,
    amountSavedUsd: row.amountSavedUsd,
    txid: row.txid,
    confirmations: row.confirmations,
    problem: problemOfSend(row),
    mayBeCancelled: row.status === 'requested',
    requestedBy: row.requestedBy,
    requestedAt: row.requestedAt.toISOString(),
    broadcastAt: row.broadcastAt?.toISOString() ?? null,
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
  }
}
