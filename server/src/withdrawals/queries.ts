import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import type { Withdrawal } from '@bitquay/contract/withdrawals'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Sends } from '../platform/db/types.ts'
import { problemOfSend } from '../sends/index.ts'

export type WithdrawalRow = Omit<Selectable<Sends>, 'status'> & {
  status: Withdrawal['status']
  promoCode: string | null
  amountSavedUsd: string | null
}

export const withdrawalColumns = sql`s.*, p.code as promo_code, p.amount_saved_usd`

export const findWithdrawal = async (db: Db, merchantId: number, id: number): Promise<Withdrawal | undefined> => {
  const { rows } = await sql<WithdrawalRow>`
    select ${withdrawalColumns} from sends s left join promo_codes p on p.id = s.promo_code_id
    where ${scopeOf(merchantId)} and s.id = ${id}`.execute(db)
  return rows[0] && presentWithdrawal(rows[0])
}

export const scopeOf = (merchantId: number) => sql`s.merchant_id = ${merchantId} and s.kind = 'withdrawal'`

export const presentWithdrawal = (row: WithdrawalRow): Withdrawal => {
  const priceCents = toCents(row.btcPrice)
  const usd = (sats: bigint) => fromCents(centsOfSats(sats, priceCents))
  // Where the network fee is part of the amount, what arrives is shown.
  const includedSats = row.networkFeeFrom === 'amount' ? (row.networkFeeSats ?? row.networkFeeReserveSats) : 0n
  const arrivingUsd = fromCents(toCents(row.amountUsd) - centsOfSats(includedSats, priceCents))
  return {
    id: row.id,
    status: row.status,
    customerAmount: arrivingUsd,
    totalFee: usd(row.platformFeeSats),
    partnerShare: usd(row.partnerFeeSats),
    merchantShare: fromCents(
      centsOfSats(row.platformFeeSats, priceCents) - centsOfSats(row.partnerFeeSats, priceCents),
    ),
    netAmountSent: arrivingUsd,
    amountBtc: fromSats(row.amountSats - includedSats),
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
