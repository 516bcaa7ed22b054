import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import type { Payout } from '@bitquay/contract/partners'
import type { Selectable } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Sends } from '../platform/db/types.ts'

type Row = Pick<
  Selectable<Sends>,
  | 'id'
  | 'status'
  | 'amountUsd'
  | 'amountSats'
  | 'platformFeeSats'
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

const delayed = 'It takes longer than usual. It is tried again until it is through, and paid once.'

export const presentPayout = (send: Row): Payout => ({
  id: send.id,
  status: send.status as Payout['status'],
  amountUsd: send.amountUsd,
  amountBtc: fromSats(send.amountSats),
  feeUsd: fromCents(centsOfSats(send.platformFeeSats, toCents(send.btcPrice))),
  btcPrice: send.btcPrice,
  address: send.address,
  txid: send.txid,
  confirmations: send.confirmations,
  // What is written there is for operators.
  problem: send.problem === null || send.status === 'failed' ? null : delayed,
  requestedAt: send.requestedAt.toISOString(),
  broadcastAt: send.broadcastAt?.toISOString() ?? null,
  confirmedAt: send.confirmedAt?.toISOString() ?? null,
})
