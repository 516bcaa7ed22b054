import { toCents } from '@bitquay/contract/money'
import { type Entry, type Owner, postTransfer, priceEntries } from '../ledger/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type Redemption, savePosted } from './table.ts'

/** Changes the amount forgiven for a promo code. Each change is its own transfer. */
export const postForgiveness = async (tx: Tx, redemption: Redemption, bySats: bigint): Promise<void> => {
  if (bySats === 0n) return
  const platform: Owner = { kind: 'platform' }
  const entries: Omit<Entry, 'usd8'>[] = [
    { owner: platform, account: 'forgiven', sats: bySats },
    { owner: { kind: 'merchant', id: redemption.merchantId }, account: 'fees-owed', sats: -bySats },
  ]
  const { btcPrice } = await tx
    .selectFrom('sends')
    .select('btcPrice')
    .where('id', '=', redemption.sendId)
    .executeTakeFirstOrThrow()
  const postings = redemption.postings + 1
  const transferId = await postTransfer(tx, {
    kind: 'promo',
    reference: `${redemption.sendId}#${postings}`,
    priceCents: toCents(btcPrice),
    entries: priceEntries(entries, toCents(btcPrice)),
  })
  if (transferId === undefined) throw new Error(`send ${redemption.sendId} has posted forgiveness ${postings} before`)
  await savePosted(tx, redemption.sendId, { postedSats: redemption.postedSats + bySats, postings, transferId })
}
