import { fromCents, fromSats, toCents, toSats } from '@bitquay/contract/money'
import type { Transaction } from '@bitquay/contract/transactions'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addPayment } from '../../test/bookings.ts'
import { addMerchant, addPartner } from '../../test/people.ts'
import { transactions } from '../history/list.ts'
import { bookPayment, unbookPayment } from '../payments/book-payment.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { summarize } from './queries.sums.ts'
import { saveDetails } from './table.details.ts'
import { addSumChanges } from './table.sums.ts'
import { lockTransaction, saveIncoming, saveOutgoing, saveSent } from './table.ts'

let app: TestApp
const merchants: number[] = []

beforeAll(async () => {
  app = await startTestApp()
  for (let index = 0; index < 3; index++) merchants.push((await addMerchant(app)).id)
  await sql`update merchants set markup_fee_percent = 2.5 where id = ${merchants[1]}`.execute(app.deps.db)
  await addPartner(app, '40.00')
  await addPartner(app, '33.33')
})
afterAll(() => app.close())

const totalsOf = (merchantId: number) => summarize(app.deps.db, { merchantId }, {})

/** What the ledger says that payments cost: owed for on-chain payments, deducted on the shared Lightning node. */
const ledgerFeeOf = async (merchantId: number) => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(sum(e.amount_sats), 0)::bigint as sats
    from ledger_entries e join ledger_accounts a on a.id = e.account_id
      join ledger_transfers t on t.id = e.transfer_id left join ledger_transfers o on o.id = t.reverses
    where coalesce(o.kind, t.kind) = 'payment' and a.kind in ('fees-owed', 'lightning', 'lightning-node')
      and split_part(coalesce(o.reference, t.reference), ':', 1) = ${String(merchantId)}`.execute(app.deps.db)
  return rows[0]?.sats
}

const feeRecordsOf = async (merchantId: number) => {
  const { rows } = await sql<{ usd: string }>`
    select coalesce(sum(fee_usd), 0.00) as usd from fee_transactions where merchant_id = ${merchantId} and reversed_at is null`.execute(
    app.deps.db,
  )
  return rows[0]?.usd
}

const expectSameAsLedger = async () => {
  for (const merchantId of merchants) {
    const { payments } = await totalsOf(merchantId)
    expect(toSats(payments.feeBtc)).toBe(-((await ledgerFeeOf(merchantId)) ?? 0n))
    expect(toCents(payments.feeUsd)).toBe(-toCents((await feeRecordsOf(merchantId)) ?? ''))
    expect(toSats(payments.netBtc)).toBe(toSats(payments.grossBtc) + toSats(payments.feeBtc))
    expect(toCents(payments.netUsd)).toBe(toCents(payments.grossUsd) + toCents(payments.feeUsd))
  }
}

const rowOf = async (merchantId: number, txid: string): Promise<Transaction | undefined> =>
  (await transactions.show(app.deps.db, merchantId, { search: txid }, { limit: 1, cursor: undefined })).rows[0]

test('fees equal the ledger in satoshis and the fee records in dollars, also after a payment is undone and booked again', async () => {
  const at = new Date('2026-10-25T00:30:00Z')
  const ids: number[] = []
  for (let index = 0; index < 60; index++) {
    ids.push(
      await addPayment(app, {
        merchantId: merchants[index % 3] ?? 0,
        amountSats: BigInt(1 + ((index * 104_729) % 3_000_017)),
        priceCents: 9_000_000n + BigInt((index * 31_337) % 2_000_000),
        at: new Date(at.getTime() + index * 1_900_000),
        method: index % 4 === 1 ? 'lightning' : 'on-chain',
        purpose: index % 11 === 5 ? 'deposit' : 'invoice',
        booked: index % 13 !== 7,
      }),
    )
  }
  await expectSameAsLedger()
  const { payments } = await totalsOf(merchants[0] ?? 0)
  expect(toSats(payments.feeBtc)).toBeLessThan(0n)

  for (const id of ids.filter((_, index) => index % 7 === 3 && index % 13 !== 7)) {
    await inTransaction(app.deps.db, async (tx) => {
      await unbookPayment(tx, await lockTransaction(tx, id))
      await sql`update transactions set status = 'pending', confirmations = 0 where id = ${id}`.execute(tx)
    })
  }
  await expectSameAsLedger()
  await sql`update merchants set markup_fee_percent = 1 where id = ${merchants[0]}`.execute(app.deps.db)
  for (const id of ids.filter((_, index) => index % 21 === 3 && index % 13 !== 7)) {
    await inTransaction(app.deps.db, async (tx) => {
      await sql`update transactions set status = 'confirmed', confirmations = 1 where id = ${id}`.execute(tx)
      await bookPayment(tx, await lockTransaction(tx, id), true)
    })
  }
  await expectSameAsLedger()
  expect(await wrongSums()).toEqual([])
})

test('a payment shows its fee and net amount once it is booked, and a deposit costs nothing', async () => {
  const merchantId = merchants[2] ?? 0
  const pay = (purpose: 'invoice' | 'deposit', txid: string) =>
    inTransaction(app.deps.db, async (tx) => {
      const incoming = {
        key: txid,
        txid,
        method: 'on-chain',
        purpose,
        amountSats: 1_000_000n,
        priceCents: 10_000_000n,
      } as const
      return (
        await saveIncoming(tx, merchantId, { ...incoming, address: undefined, invoiceId: undefined, seenAt: tx.now })
      ).row
    })
  const payment = await pay('invoice', 'c0'.repeat(32))
  const pending = {
    amountUSD: '1000.00',
    feeAmount: null,
    feeUSD: null,
    feePercent: null,
    platformFeeUSD: null,
    partnerFeeUSD: null,
    netAmount: null,
    netUSD: null,
  }
  expect(await rowOf(merchantId, payment.txid)).toMatchObject(pending)
  await inTransaction(app.deps.db, (tx) => bookPayment(tx, payment, false))
  expect(await rowOf(merchantId, payment.txid)).toMatchObject({
    feeAmount: '-0.00040000',
    feeUSD: '-40.00',
    feePercent: 4,
    platformFeeUSD: '-32.67',
    partnerFeeUSD: '-7.33',
    netAmount: '0.00960000',
    netUSD: '960.00',
  })
  await inTransaction(app.deps.db, async (tx) => unbookPayment(tx, await lockTransaction(tx, payment.id)))
  expect(await rowOf(merchantId, payment.txid)).toMatchObject(pending)
  const deposit = await pay('deposit', 'c1'.repeat(32))
  await inTransaction(app.deps.db, (tx) => bookPayment(tx, deposit, false))
  expect(await rowOf(merchantId, deposit.txid)).toMatchObject({ feeUSD: '0.00', feePercent: 0, netUSD: '1000.00' })
})

test('a send costs its network fee, also when it is learned later or changes', async () => {
  const merchantId = merchants[0] ?? 0
  const txid = 'd0'.repeat(32)
  const send = (feeSats: bigint | null) =>
    inTransaction(app.deps.db, (tx) =>
      saveSent(tx, merchantId, {
        ...{
          txid,
          amountSats: 500_000n,
          amountUsd: '500.00',
          btcPrice: '100000.00',
          address: 'bcrt1qx',
          description: null,
        },
        purpose: 'withdrawal',
        atStore: null,
        feeSats,
      }),
    )
  const expectFee = async (fee: string | null, net: string | null, total: string) => {
    expect(await rowOf(merchantId, txid)).toMatchObject({ amountUSD: '-500.00', feeUSD: fee, netUSD: net })
    expect((await totalsOf(merchantId)).sent).toMatchObject({ count: 1, grossUsd: '-500.00', feeUsd: total })
    expect(await wrongSums()).toEqual([])
  }
  await send(null)
  await expectFee(null, null, '0.00')
  const details = { sizeBytes: 222, weightUnits: 561, inputs: [], outputs: [] }
  await inTransaction(app.deps.db, (tx) => saveDetails(tx, txid, { feeSats: 1_410n, ...details }))
  await expectFee('-1.41', '-501.41', '-1.41')
  await send(2_820n)
  await expectFee('-2.82', '-502.82', '-2.82')

  // What was sent without us changed the balance by its amount, with the network fee in it.
  const outside = { txid: 'd1'.repeat(32), amountSats: -100_000n, seenAt: new Date() }
  await inTransaction(app.deps.db, (tx) => saveOutgoing(tx, merchantId, outside, 10_000_000n))
  await inTransaction(app.deps.db, (tx) => saveDetails(tx, outside.txid, { feeSats: 1_000n, ...details }))
  expect(await rowOf(merchantId, outside.txid)).toMatchObject({
    amountUSD: '-100.00',
    feeUSD: '0.00',
    netUSD: '-100.00',
  })
})

/** Hours whose sums differ from their rows, in one snapshot. */
const wrongSums = async () => {
  const { rows } = await sql`
    with counted as (
      select merchant_id, date_trunc('hour', seen_at, 'UTC') as hour, class, count(*)::bigint as n, sum(gross_sats_of(t))::bigint as gross,
        coalesce(sum(gross_cents), 0)::bigint as usd, coalesce(sum(fee_sats), 0)::bigint as fee, coalesce(sum(fee_cents), 0)::bigint as fee_usd
      from transactions t group by 1, 2, 3
    ), kept as (
      select merchant_id, hour, class, sum(n)::bigint as n, sum(gross)::bigint as gross, sum(usd)::bigint as usd, sum(fee)::bigint as fee,
        sum(fee_usd)::bigint as fee_usd
      from (
        select merchant_id, start as hour, class, count as n, gross_sats as gross, gross_cents as usd, fee_sats as fee, fee_cents as fee_usd
        from transaction_sums where grain = 'hour' and merchant_id <> 0
        union all
        select merchant_id, hour, class, count, gross_sats, gross_cents, fee_sats, fee_cents from transaction_sum_changes
      ) s group by 1, 2, 3 having bool_or(n <> 0)
    )
    select merchant_id, hour, class, c.n as counted, k.n as kept from counted c full join kept k using (merchant_id, hour, class)
    where (coalesce(c.n, 0), coalesce(c.gross, 0), coalesce(c.usd, 0), coalesce(c.fee, 0), coalesce(c.fee_usd, 0))
      is distinct from (coalesce(k.n, 0), coalesce(k.gross, 0), coalesce(k.usd, 0), coalesce(k.fee, 0), coalesce(k.fee_usd, 0))`.execute(
    app.deps.db,
  )
  return rows
}

const readSums = async () => {
  const { rows } = await sql`
    select * from transaction_sums where count <> 0 order by merchant_id, grain, start, class`.execute(app.deps.db)
  return rows
}

test('sums stay exact under 20 parallel writers, rolled back transactions and concurrent updates, without a deadlock', async () => {
  let attempts = 0
  let running = true
  const failures: string[] = []
  const rollBack = new Error('rolled back')
  const write = async (writer: number) => {
    for (let round = 0; round < 12; round++) {
      // Writers touch the same hours and classes of two merchants, in opposite orders.
      const targets = (writer + round) % 2 === 0 ? [0, 1] : [1, 0]
      await inTransaction(app.deps.db, async (tx) => {
        attempts++
        for (const target of targets) {
          const key = `${writer}-${round}-${target}`
          const incoming = {
            key,
            txid: key,
            method: 'on-chain',
            purpose: 'invoice',
            amountSats: BigInt(10_000 + writer),
          } as const
          const { row } = await saveIncoming(tx, merchants[target] ?? 0, {
            ...incoming,
            priceCents: 10_000_000n,
            address: undefined,
            invoiceId: undefined,
            seenAt: new Date(Date.UTC(2026, 9, 25, round % 3, 59)),
          })
          await tx
            .updateTable('transactions')
            .set({ status: 'confirmed', booked: true, feeSats: 400n, feeCents: 40n })
            .where('id', '=', row.id)
            .execute()
          if (round % 4 === 1) {
            await tx
              .updateTable('transactions')
              .set({ status: 'pending', booked: false, feeSats: null, feeCents: null })
              .where('id', '=', row.id)
              .execute()
          }
        }
        if (round % 5 === 2) throw rollBack
      }).catch((error: unknown) => {
        if (error !== rollBack) failures.push(String(error))
      })
    }
  }
  const update = async () => {
    while (running) await inTransaction(app.deps.db, (tx) => addSumChanges(tx, 7))
  }
  const watch = async () => {
    let looks = 0
    while (running) {
      failures.push(...(await wrongSums()).map((row) => JSON.stringify(row, (_, value) => String(value))))
      looks++
    }
    return looks
  }
  const others = [update(), update(), watch()]
  await Promise.all(Array.from({ length: 20 }, (_, writer) => write(writer)))
  running = false
  const [, , looks] = await Promise.all(others)
  expect(failures).toEqual([])
  expect(looks).toBeGreaterThan(0)
  // A transaction that a deadlock ends would be tried again.
  expect(attempts).toBe(20 * 12)

  while ((await inTransaction(app.deps.db, (tx) => addSumChanges(tx, 100))) > 0) expect(await wrongSums()).toEqual([])
  const kept = await readSums()
  expect(kept.length).toBeGreaterThan(20)
  await sql`select fill_transaction_sums()`.execute(app.deps.db)
  expect(kept).toEqual(await readSums())
})

test('totals of a merchant and of all stores agree', async () => {
  const { rows } = await sql<{ cents: bigint }>`
    select sum(gross_cents)::bigint as cents from transactions where type = 'incoming' and purpose in ('invoice', 'deposit') and booked`.execute(
    app.deps.db,
  )
  const everyone = await summarize(app.deps.db, { merchantId: undefined }, {})
  expect(everyone.payments.grossUsd).toBe(fromCents(rows[0]?.cents ?? 0n))
  const each = await Promise.all(merchants.map(totalsOf))
  expect(everyone.payments.netBtc).toBe(fromSats(each.reduce((sum, { payments }) => sum + toSats(payments.netBtc), 0n)))
})
