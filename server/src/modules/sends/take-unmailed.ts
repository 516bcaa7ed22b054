import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

export type Unmailed = {
  id: number
  kind: 'withdrawal' | 'payout'
  merchantId: number | null
  partnerId: number | null
  amountUsd: string
  amountSats: bigint
  address: string
  txid: string
  requestedBy: string
}

/** Sends that are on the network and that nobody was written to about; each is taken once, by one process. */
export const takeUnmailed = async (tx: Tx, limit: number): Promise<Unmailed[]> => {
  const { rows } = await sql<Unmailed>`
    update sends set mailed_at = app_now() where id in (
      select id from sends
      where mailed_at is null and kind in ('withdrawal', 'payout') and status in ('broadcast', 'confirmed')
      order by id limit ${limit} for update skip locked
    ) returning id, kind, merchant_id, partner_id, amount_usd, amount_sats, address, txid, requested_by`.execute(tx)
  return rows
}
