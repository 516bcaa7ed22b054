import { randomUUID } from 'node:crypto'
import { centsOfSats, fromCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Deps } from '../../deps.ts'
import { takeForSweep } from '../../modules/fees/sweeping.ts'
import { postTransfer } from '../../modules/ledger/post-transfer.ts'
import { priceEntries } from '../../modules/ledger/price-entries.ts'
import { findPrice } from '../../modules/prices/price.ts'
import { insertSend, type Send } from '../../modules/sends/send.ts'
import { findStore, lockStore, openStore } from '../../modules/stores/store.ts'
import type { Db } from '../../platform/db/connect.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { readAvailable } from '../../views/read-available.ts'
import { estimateNetworkFee } from './network-fee.ts'
import { dustSats } from './require-address.ts'

/** What a merchant may owe before it is collected. */
export const sweepThresholdCents = 2500n

/**
 * Collects what a merchant owes, in one transaction from its wallet to the platform's. The fees are no longer owed from
 * this moment but being collected, so that a payment that is undone meanwhile is simply carried forward. Undefined when
 * there is nothing to collect, not enough to pay it with, or a sweep on its way.
 */
export const sweepFees = async (deps: Deps, merchantId: number, address: string): Promise<Send | undefined> => {
  const store = openStore(await findStore(deps.db, merchantId), deps.sealer)
  if (!store) return undefined
  const swept = await inTransaction(deps.db, async (tx) => {
    await lockStore(tx, store.id)
    const { spendableSats, feesOwedSats, heldSats } = await readAvailable(tx, store.id)
    const coveredSats = spendableSats - heldSats
    const amountSats = feesOwedSats < coveredSats ? feesOwedSats : coveredSats
    const { feeRate, feeSats } = await estimateNetworkFee(tx, store.id, amountSats)
    // The network's fee comes out of it: below twice that much it is not worth it.
    if (amountSats < 2n * feeSats || amountSats < feeSats + dustSats) return undefined
    const price = await findPrice(tx)
    const send = await insertSend(tx, {
      kind: 'sweep',
      storeRef: store.id,
      merchantId,
      address,
      amountSats,
      amountUsd: fromCents(centsOfSats(amountSats, price.cents)),
      btcPrice: fromCents(price.cents),
      networkFeeFrom: 'amount',
      feeRate,
      networkFeeReserveSats: feeSats,
      requestedBy: 'system',
      idempotencyKey: `sweep:${merchantId}:${randomUUID()}`,
      inputHash: '',
    })
    await postTransfer(tx, {
      kind: 'collect',
      reference: `send:${send.id}`,
      priceCents: price.cents,
      entries: priceEntries(
        [
          { owner: { kind: 'merchant', id: merchantId }, account: 'collecting', sats: amountSats },
          { owner: { kind: 'merchant', id: merchantId }, account: 'fees-owed', sats: -amountSats },
        ],
        price.cents,
      ),
    })
    await takeForSweep(tx, merchantId, send.id)
    return send
  }).catch((error: { constraint?: string }) => {
    if (error.constraint === 'sends_one_sweep') return undefined
    throw error
  })
  if (swept) deps.wake('send-money')
  return swept
}

/** Merchants that owe at least so much, those that owe most first. */
export const findDebtors = async (db: Db, leastSats: bigint, most: number) => {
  const { rows } = await sql<{ merchantId: number; owedSats: bigint }>`
    select a.owner_id as merchant_id, b.balance_sats as owed_sats
    from ledger_balances b join ledger_accounts a on a.id = b.account_id
      join stores s on s.merchant_id = a.owner_id and s.status = 'ready'
    where a.owner_kind = 'merchant' and a.kind = 'fees-owed' and b.balance_sats >= ${leastSats}
      and not exists (select from sends x where x.merchant_id = a.owner_id and x.kind = 'sweep'
        and x.final_at is null and x.status <> 'confirmed')
    order by b.balance_sats desc limit ${most}`.execute(db)
  return rows
}

/** A fresh address of the platform's own wallet. */
export const freshPlatformAddress = async (deps: Deps): Promise<string | undefined> => {
  const store = openStore(await findStore(deps.db, null), deps.sealer)
  if (!store) return undefined
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const address = await client.wallet.address(store.storeId, { forceGenerate: true })
  return address.kind === 'ok' ? address.value.address : undefined
}
