import { fromSats, toCents } from '@bitquay/contract/money'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { getAmountDue } from '../../src/invoices/get-amount-due.ts'
import { findInvoice } from '../../src/invoices/queries.ts'
import { syncStore } from '../../src/payments/sync-store.ts'
import { savePrice } from '../../src/prices/table.ts'
import { turnClock } from '../../src/sandbox/turn-clock.ts'
import { fetchDetails } from '../../src/transactions/worker.ts'
import { attemptsOf, makeDueInvoice, openAs } from '../due-dates.ts'
import { type Money, startMoney } from '../money.ts'

const any = fc.noBias(fc.nat())
const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary })

/** What customers, the market and the chain do. Some things happen while our server is down and are seen later. */
const command = fc.oneof(
  often(4, fc.record({ do: fc.constant('open' as const), which: any })),
  often(
    6,
    fc.record({
      do: fc.constant('pay' as const),
      which: any,
      attempt: any,
      isNewest: fc.boolean(),
      percent: fc.constantFrom(20n, 40n, 70n, 100n, 130n),
      isSeen: fc.boolean(),
    }),
  ),
  often(3, fc.record({ do: fc.constant('mine' as const), isSeen: fc.boolean() })),
  often(4, fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(3, 10, 40, 100, 100, 3000) })),
  often(4, fc.record({ do: fc.constant('price' as const), usd: fc.noBias(fc.bigInt(20_000n, 200_000n)) })),
  often(2, fc.record({ do: fc.constant('replace' as const), which: any })),
  often(1, fc.record({ do: fc.constant('reorganize' as const) })),
)
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

type Payment = {
  invoice: number
  txid: string
  sats: bigint
  /** What the attempt asked for, with eight decimals, and for how many satoshis. */
  asked: bigint
  askedSats: bigint
  expiresAtMs: number
  seenAtMs: number
  seenCents: bigint
  /** When a block first had it, and the price then. */
  confirmed?: { atMs: number; cents: bigint }
  isReplacement?: boolean
  /** The height of the block that has it now. */
  height: number | undefined
}

const price = 100n * 10n ** 8n
const hourMs = 3_600_000

/** The rule in its simplest form: what a payment counts for, in dollars with eight decimals. */
const valueOf = ({ sats, asked, askedSats, expiresAtMs, seenAtMs, seenCents, confirmed }: Payment, nowMs: number) => {
  const own = (asked * sats) / askedSats
  const isInTime = seenAtMs < expiresAtMs && (confirmed?.atMs ?? nowMs) <= expiresAtMs + hourMs
  const atPrice = (cents: bigint) => (sats * cents) / 100n
  const values = isInTime ? [own] : [own, atPrice(seenCents), ...(confirmed ? [atPrice(confirmed.cents)] : [])]
  return values.reduce((least, value) => (value < least ? value : least))
}

/** Random histories of due-date invoices under a moving price, each compared with the rule after every command. */
export const runDueDateModel = async (of: { runs: number; commands: number; atLeast?: number; seed: number }) => {
  const money = await startMoney()
  const happened = { inTime: 0, seenLate: 0, confirmedLate: 0, replaced: 0, settled: 0, short: 0 }
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(command, { minLength: of.atLeast ?? of.commands, maxLength: of.commands, size: 'max' }),
        async (commands) => runHistory(money, commands, happened),
      ),
      { numRuns: of.runs, endOnFailure: true, seed: of.seed },
    )
    await money.expectCleanAudit()
  } finally {
    await money.close()
  }
  // Every case must have happened: a model that never reached one would prove nothing about it.
  for (const [what, times] of Object.entries(happened)) expect(times, what).toBeGreaterThan(0)
}

let stores = 0

const runHistory = async (money: Money, commands: readonly Command[], happened: Record<string, number>) => {
  const { deps, engine, server } = money
  const { db } = deps
  const store = await money.newStore(`model-${stores++}`)
  const invoices = [await makeDueInvoice(deps, store.merchantId), await makeDueInvoice(deps, store.merchantId)]
  const payments: Payment[] = []
  let cents = 0n
  const sync = () => syncStore(deps, store.id)
  const readNow = async () => {
    const { rows } = await sql<{ now: Date }>`select app_now() as now`.execute(db)
    return rows[0]?.now.getTime() ?? 0
  }
  const wait = (seconds: number) => turnClock(deps, seconds)
  /** The sandbox stands still while its clock is moved, so it falls behind. */
  const alignClocks = async () => {
    const { now } = await engine.control.clock({ advanceSeconds: 0 })
    const behind = Math.floor((await readNow()) / 1000) - now
    if (behind > 0) await engine.control.clock({ advanceSeconds: behind })
  }
  /** Prices and payments of one second would be in any order. */
  const setPrice = async (usd: bigint) => {
    await wait(3)
    await engine.control.rate({ usd: `${usd}.00` })
    await savePrice(db, { cents: toCents(`${usd}.00`), source: 'test' })
    cents = usd * 100n
    await wait(3)
  }
  /** Waits until no payment is decided within seconds, where clocks would differ. */
  const leaveEdges = async () => {
    const nowMs = await readNow()
    const attempts = await db
      .selectFrom('invoiceAttempts')
      .select('expiresAt')
      .where('merchantId', '=', store.merchantId)
      .execute()
    const edges = attempts.flatMap(({ expiresAt }) =>
      expiresAt ? [expiresAt.getTime(), expiresAt.getTime() + hourMs] : [],
    )
    if (edges.some((edge) => Math.abs(edge - nowMs) < 20_000)) await wait(60)
  }
  /** A price is read every few seconds, so it never gets old. */
  const keepPrice = () => savePrice(db, { cents, source: 'test' })

  const pay = async (order: Extract<Command, { do: 'pay' }>) => {
    const invoice = order.which % invoices.length
    const attempts = await attemptsOf(deps, invoices[invoice] ?? '')
    const attempt = order.isNewest ? attempts.at(-1) : attempts[order.attempt % Math.max(1, attempts.length)]
    if (!attempt?.expiresAt || attempt.amountSats === null) return
    const sats = (attempt.amountSats * order.percent) / 100n
    if (sats < 1_000n) return
    const paid = await engine.control.pay({ invoiceId: attempt.engineId, method: 'onchain', amountBtc: fromSats(sats) })
    const txid = String((paid as { txid?: string }).txid)
    const asked = BigInt(attempt.price.replace('.', '').slice(0, -4))
    const about = { asked, askedSats: attempt.amountSats, expiresAtMs: attempt.expiresAt.getTime() }
    payments.push({ invoice, txid, sats, ...about, seenAtMs: await readNow(), seenCents: cents, height: undefined })
    if (order.isSeen) await sync()
  }
  const mine = async (isSeen: boolean) => {
    const mined = (await engine.control.mine({ blocks: 1 })) as { height: number }
    const atMs = await readNow()
    for (const payment of payments.filter(({ height }) => height === undefined)) {
      payment.height = mined.height
      payment.confirmed ??= { atMs, cents }
    }
    if (isSeen) await sync()
  }
  const replace = async (which: number) => {
    const open = payments.filter(({ height, confirmed }) => height === undefined && !confirmed)
    const payment = open[which % Math.max(1, open.length)]
    if (!payment) return
    // Our server must have seen what is replaced, and its inputs.
    await sync()
    await fetchDetails(deps).run(new AbortController().signal)
    const { txid } = (await engine.control.replace({ txid: payment.txid, keep: true })) as { txid: string }
    payment.txid = txid
    payment.isReplacement = true
    happened['replaced'] = (happened['replaced'] ?? 0) + 1
    await sync()
  }
  const reorganize = async () => {
    await sync()
    const { height } = (await engine.control.reorg({ depth: 1, empty: true })) as { height: number }
    for (const payment of payments)
      if (payment.height !== undefined && payment.height > height - 2) payment.height = undefined
    await sync()
  }

  const compare = async () => {
    await sync()
    const nowMs = await readNow()
    for (const [index, invoiceId] of invoices.entries()) {
      const own = payments.filter(({ invoice }) => invoice === index)
      const sum = (some: readonly Payment[]) => some.reduce((total, payment) => total + valueOf(payment, nowMs), 0n)
      // Until a block has it, what it replaced may still come instead.
      if (own.some(({ height, isReplacement }) => isReplacement && height === undefined)) continue
      const row = await findInvoice(db, store.merchantId, invoiceId)
      if (!row) throw new Error(`there is no invoice ${invoiceId}`)
      const left = price - sum(own)
      const due = toCents(await getAmountDue(deps, row)) * 10n ** 6n
      // Rounded up to a cent, and each payment by less than a millionth of a cent.
      expect(due - (left > 0n ? left : 0n)).toBeLessThanOrEqual(10n ** 6n + 100n)
      expect(due - (left > 0n ? left : 0n)).toBeGreaterThanOrEqual(-100n)
      expect(row.paidSats).toBe(own.reduce((total, { sats }) => total + sats, 0n))
      if (own.some(({ height }) => height === undefined)) continue
      if (left > 100n || left <= 0n) expect(row.status).toBe(left > 0n ? 'new' : 'settled')
    }
  }

  const run = async (order: Command) => {
    if (order.do === 'open') await openAs(server, invoices[order.which % invoices.length] ?? '')
    else if (order.do === 'pay') await pay(order)
    else if (order.do === 'mine') await mine(order.isSeen)
    else if (order.do === 'wait') await wait(order.minutes * 60)
    else if (order.do === 'price') await setPrice(order.usd)
    else if (order.do === 'replace') await replace(order.which)
    else await reorganize()
  }

  await setPrice(100_000n)
  for (const invoiceId of invoices) await openAs(server, invoiceId)
  for (const order of commands) {
    await alignClocks()
    await leaveEdges()
    await keepPrice()
    await run(order)
    if (order.do !== 'pay' && order.do !== 'mine') await compare()
  }
  await mine(true)
  await compare()
  for (const payment of payments) {
    const isSeenLate = payment.seenAtMs >= payment.expiresAtMs
    const isLate = isSeenLate || (payment.confirmed?.atMs ?? 0) > payment.expiresAtMs + hourMs
    const what = isSeenLate ? 'seenLate' : isLate ? 'confirmedLate' : 'inTime'
    happened[what] = (happened[what] ?? 0) + 1
  }
  for (const invoiceId of invoices) {
    const row = await findInvoice(db, store.merchantId, invoiceId)
    const what = row?.status === 'settled' ? 'settled' : 'short'
    happened[what] = (happened[what] ?? 0) + 1
  }
}
