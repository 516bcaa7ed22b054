import { randomUUID } from 'node:crypto'
import { centsOfSats, fromCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { ensureCollections, takeForSweep } from '../fees/index.ts'
import { type Owner, postTransfer, priceEntries } from '../ledger/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { findPause } from '../platform/db/platform-row.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { isWalletUnreviewed } from '../platform/db/wallet-review.ts'
import { findPrice } from '../prices/index.ts'
import { readReservedFees } from '../promo-codes/index.ts'
import { dustSats, estimateNetworkFee, isWorthwhile, readAvailable, requestSend, type Send } from '../sends/index.ts'
import { findPayingStore, lockStore, openStore, payingStore } from '../stores/index.ts'
import { readListedSats } from './queries.fee-invoices.ts'
import { readCoveredFees } from './queries.ts'

/**
 * Collects what a merchant owes. Returns undefined if there is nothing to collect, too little to pay it with, or a
 * sweep on its way. What is saved of the sweep by `note` is saved with it.
 */
export const sweepFees = async (
  deps: Deps,
  merchantId: number,
  address: string,
  note?: (tx: Tx, sweep: Send) => Promise<void>,
): Promise<Send | undefined> => {
  const store = openStore(await findPayingStore(deps.db, merchantId), deps.sealer)
  if (!store) return undefined
  const swept = await inTransaction(deps.db, async (tx) => {
    const sweep = await requestSweep(tx, deps, store.id, merchantId, address)
    if (sweep) await note?.(tx, sweep)
    return sweep
  })
  if (swept) deps.wake('send-money')
  return swept
}

/**
 * Saves a sweep: one transaction from the merchant's wallet to the platform's. From now on the fees are being collected
 * and no longer owed, so a payment that is undone meanwhile is simply carried forward.
 */
export const requestSweep = async (
  tx: Tx,
  deps: Pick<Deps, 'storeUses'>,
  storeRef: number,
  merchantId: number,
  address: string,
): Promise<Send | undefined> => {
  await lockStore(tx, storeRef)
  // After a restore, what was collected since the backup would be collected again.
  if ((await findPause(tx, {})) || (await isSweepOpen(tx, merchantId))) return undefined
  // The fees may be collected already, by a sweep that a restored database doesn't know.
  if (await isWalletUnreviewed(tx, storeRef)) return undefined
  const { spendableSats, feesOwedSats, heldSats } = await readAvailable(tx, storeRef)
  const coveredSats = spendableSats - heldSats
  // Leave out what a promo code is about to forgive, and what the merchant was asked to pay by an invoice.
  const dueSats = feesOwedSats - (await readReservedFees(tx, merchantId)) - (await readListedSats(tx, merchantId))
  const amountSats = dueSats < coveredSats ? dueSats : coveredSats
  if (amountSats <= 0n) return undefined
  const { feeSats } = await estimateNetworkFee(tx, storeRef, amountSats)
  if (!isWorthwhile(amountSats, feeSats) || amountSats < feeSats + dustSats) return undefined
  const price = await findPrice(tx)
  const send = await requestSend(tx, deps, {
    kind: 'sweep',
    storeRef,
    merchantId,
    address,
    amountSats,
    amountUsd: fromCents(centsOfSats(amountSats, price.cents)),
    btcPrice: fromCents(price.cents),
    networkFeeFrom: 'amount',
    requestedBy: 'system',
    idempotencyKey: `sweep:${merchantId}:${randomUUID()}`,
    inputHash: '',
  })
  await beginCollection(tx, send.id, merchantId, amountSats, price.cents)
  return send
}

/** From now on the fees of a sweep are being collected and no longer owed. */
export const beginCollection = async (
  tx: Tx,
  sendId: number,
  merchantId: number,
  amountSats: bigint,
  priceCents: bigint,
) => {
  const merchant: Owner = { kind: 'merchant', id: merchantId }
  await postTransfer(tx, {
    kind: 'collect',
    reference: `send:${sendId}`,
    priceCents,
    entries: priceEntries(
      [
        { owner: merchant, account: 'collecting', sats: amountSats },
        { owner: merchant, account: 'fees-owed', sats: -amountSats },
      ],
      priceCents,
    ),
  })
  await ensureCollections(tx, merchantId)
  await takeForSweep(tx, merchantId, sendId, await readCoveredFees(tx, merchantId))
}

/** One sweep at a time: what is owed meanwhile waits for the next. */
const isSweepOpen = async (tx: Tx, merchantId: number): Promise<boolean> => {
  const open = await tx
    .selectFrom('sends')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('kind', '=', 'sweep')
    .where('status', 'in', ['requested', 'signed', 'broadcast'])
    .limit(1)
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Finds merchants that owe at least this much and have coins. Those that can pay most come first, or they take turns
 * after the given merchant.
 */
export const findDebtors = async (db: Db, leastSats: bigint, most: number, after?: number) => {
  const order =
    after === undefined ? sql`least(b.balance_sats, s.spendable_sats) desc` : sql`a.owner_id <= ${after}, a.owner_id`
  const { rows } = await sql<{ merchantId: number; owedSats: bigint }>`
    select a.owner_id as merchant_id, b.balance_sats as owed_sats
    from ledger_balances b join ledger_accounts a on a.id = b.account_id
      join lateral (${payingStore(sql`a.owner_id`)}) s on true
    where a.owner_kind = 'merchant' and a.kind = 'fees-owed' and b.balance_sats >= ${leastSats}
      and s.spendable_sats > 0
      and not exists (select from sends x where x.merchant_id = a.owner_id and x.kind = 'sweep'
        and x.status in ('requested', 'signed', 'broadcast'))
    order by ${order} limit ${most}`.execute(db)
  return rows
}
