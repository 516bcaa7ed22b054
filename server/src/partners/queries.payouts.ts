import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import type { Payout } from '@bitquay/contract/partners'
import type { Selectable } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Sends } from '../platform/db/types.ts'
import { problemOfSend } from '../sends/index.ts'

type Row = Pick<
  Selectable<Sends>,
  | 'id'
  | 'status'
  | 'amountUsd'
  | 'amountSats'
  | 'platformFeeSats'
  | 'networkFeeFrom'
  | 'networkFeeSats'
  | 'networkFeeReserveSats'
  | 'btcPrice'
  | 'address'
  | 'txid'
  | 'confirmations'
  | 'problem'
  | 'requestedAt'
  | 'broadcastAt'
  | 'confirmedAt'
>

/** A partner's withdrawals, newest first. */
export const listPayouts = async (
  db: Db,
  partnerId: number,
  page: { limit: number; cursor?: string | undefined },
): Promise<{ payouts: Payout[]; next: string | undefined }> => {
  const rows = await db
    .selectFrom('sends')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('kind', '=', 'payout')
    .$if(page.cursor !== undefined, (query) => query.where('id', '<', Number(page.cursor)))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
  const shown = rows.slice(0, page.limit)
  return { payouts: shown.map(presentPayout), next: rows.length > page.limit ? String(shown.at(-1)?.id) : undefined }
}

export const findPayout = async (db: Db, partnerId: number, id: number): Promise<Payout | undefined> => {
  const row = await db
    .selectFrom('sends')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('kind', '=', 'payout')
    .where('id', '=', id)
    .executeTakeFirst()
  return row && presentPayout(row)
}

export const presentPayout = (send: Row): Payout => ({
  id: send.id,
  status: send.status,
  amountUsd: send.amountUsd,
  amountBtc: fromSats(send.amountSats),
  feeUsd: fromCents(centsOfSats(send.platformFeeSats, toCents(send.btcPrice))),
  networkFeeBtc: fromSats(networkFeeOf(send)),
  networkFeeUsd: fromCents(centsOfSats(networkFeeOf(send), toCents(send.btcPrice))),
  btcPrice: send.btcPrice,
  address: send.address,
  txid: send.txid,
  confirmations: send.confirmations,
  // Partners are not shown why the platform's wallet failed.
  problem: send.status === 'failed' ? null : problemOfSend(send),
  requestedAt: send.requestedAt.toISOString(),
  broadcastAt: send.broadcastAt?.toISOString() ?? null,
  confirmedAt: send.confirmedAt?.toISOString() ?? null,
})

/** The platform paid the network fee of earlier payouts. */
const networkFeeOf = ({ networkFeeFrom, networkFeeSats, networkFeeReserveSats }: Row): bigint =>
  networkFeeFrom === 'amount' ? (networkFeeSats ?? networkFeeReserveSats) : 0n
