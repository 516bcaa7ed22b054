import { sql } from 'kysely'
import { expect } from 'vitest'
import { sweepFees } from '../../src/fee-collection/sweep-fees.ts'
import { syncStore } from '../../src/payments/sync-store.ts'
import { setWithdrawalsPaused } from '../../src/platform/db/platform-row.ts'
import { markRestoreFinished } from '../../src/platform/db/restore-row.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import { ApiError } from '../../src/platform/http/api-error.ts'
import type { Admin } from '../../src/platform/http/person.ts'
import { claimRefund } from '../../src/refunds/claim-refund.ts'
import { offerRefund } from '../../src/refunds/offer-refund.ts'
import { decideClaim } from '../../src/restores/decide-claim.ts'
import { countMoney } from '../../src/restores/queries.money.ts'
import { findLastRestore } from '../../src/restores/queries.ts'
import { readMoneyReview } from '../../src/restores/read-money-review.ts'
import { type Recording, recordTransaction } from '../../src/restores/record-transaction.ts'
import { freshPlatformAddress } from '../../src/stores/hand-out-address.ts'
import { saveDatabase } from '../go-back.ts'
import { startMoney } from '../money.ts'
import { addAdmin, addPartner } from '../people.ts'
import { refundShops } from '../refund-shops.ts'
import { withdrawEarningsOf, withdrawFrom } from '../withdrawals.ts'

const source = { address: '127.0.0.1', device: 'model' }

/** Something that somebody may be paid for once: every try again, and every address that it could go to. */
type Payable = { name: string; addresses: string[]; request: () => Promise<unknown> }

/** What a transaction really was, as the lost database knew it. */
type Truth = {
  id: number
  kind: 'withdrawal' | 'refund' | 'payout' | 'sweep'
  txid: string
  partnerId: number | null
  refundId: number | null
  invoiceId: string | null
}

/**
 * A random history, a restore to a random point of it, and an operator who decides by what really happened. Then everybody
 * tries everything again. Nobody may be paid twice, and the audit must be clean.
 */
export const runRestoreModel = async (seed: number, steps: number): Promise<{ tried: number; forgotten: number }> => {
  const money = await startMoney()
  try {
    return await run(money, seed, steps)
  } finally {
    await money.close()
  }
}

const run = async (money: Awaited<ReturnType<typeof startMoney>>, seed: number, steps: number) => {
  const { deps } = money
  deps.broadcastPatienceMs = 0
  await money.engine.control.rate({ usd: '100000' })
  const random = randomOf(seed)
  const shops = refundShops(money)
  const [one, two] = [await shops.newShop(), await shops.newShop()]
  const stores = [money.platform, one.store, two.store]
  await money.fund(money.platform, 5_000_000n, 5_000_000n)
  const partner = { ...(await addPartner(money.server, '0.50')), kind: 'partner' as const }
  await money.grantEarnings(partner.id, 3_000_000n)
  const { id: adminId, email } = await addAdmin(money.server)
  const signedIn = { sessionId: 1, passwordIsRecent: true, twoFactorEnabled: true, mustEnroll: false }
  const admin: Admin = { ...signedIn, kind: 'admin', id: adminId, email, name: 'Admin' }

  const payables: Payable[] = []
  const invoices: { shop: typeof one; invoiceId: string }[] = []
  const syncAll = async () => {
    for (const store of stores) await syncStore(deps, store.id)
  }
  /** Requests that are refused are part of a history. Anything else is a fault. */
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
  const shopOf = () => (random() < 0.5 ? one : two)
  const amountOf = () => `${100 + Math.floor(random() * 3) * 100}.00`
  const commands: Record<string, () => Promise<void>> = {
    pay: async () => {
      const shop = shopOf()
      const { invoiceId } = await shops.paidInvoice(shop, { amountsBtc: ['0.00300000'], price: '300.00' })
      invoices.push({ shop, invoiceId })
    },
    offer: async () => {
      const invoice = invoices[Math.floor(random() * invoices.length)]
      if (!invoice) return
      const { merchantId } = invoice.shop.store
      const actor = { kind: 'merchant', id: merchantId, email: 'owner@example.test' } as const
      await attempt(async () => {
        const { claimLink } = await offerRefund(deps, {
          ...{ merchantId, invoiceId: invoice.invoiceId, kind: 'partial', amount: '100.00', actor, source },
          offeredBy: actor.email,
          authorize: async () => undefined,
        })
        const token = claimLink.split('/r/')[1] ?? ''
        const addresses = [await money.strangersAddress(), await money.strangersAddress()]
        const request = () => claimRefund(deps, token, addresses[random() < 0.5 ? 0 : 1] ?? '', source)
        payables.push({ name: `refund ${payables.length}`, addresses, request })
      })
    },
    withdraw: async () => {
      const [shop, usd, address] = [shopOf(), amountOf(), await money.strangersAddress()]
      const key = `key-${payables.length}`
      const request = () => withdrawFrom(deps, shop.store, address, usd, { key })
      payables.push({ name: `withdrawal ${key}`, addresses: [address], request })
      await attempt(request)
    },
    payout: async () => {
      const [usd, address] = [amountOf(), await money.strangersAddress()]
      const key = `key-${payables.length}`
      const request = () => withdrawEarningsOf(deps, partner, address, usd, key)
      payables.push({ name: `payout ${key}`, addresses: [address], request })
      await attempt(request)
    },
    again: async () => {
      const payable = payables[Math.floor(random() * payables.length)]
      if (payable) await attempt(payable.request)
    },
    sweep: async () => {
      await sweepFees(deps, shopOf().store.merchantId, (await freshPlatformAddress(deps)) ?? '')
    },
    send: async () => {
      await money.pass(61)
      await money.runSends()
    },
    mine: () => money.mine(1, ...stores),
  }
  const names = [
    'pay',
    'offer',
    'offer',
    'withdraw',
    'payout',
    'again',
    'again',
    'again',
    'sweep',
    'send',
    'send',
    'mine',
  ]
  const step = async () => commands[names[Math.floor(random() * names.length)] ?? 'mine']?.()

  for (let at = 0; at < 2; at++) await commands.pay?.()
  for (let at = 0; at < steps; at++) await step()
  // Some sends are left unsigned.
  const { wake } = deps
  if (random() < 0.5) deps.wake = () => undefined
  for (let at = 0; at < 3; at++) await step()
  const goBack = await saveDatabase(deps.db, adminId)
  deps.wake = wake
  for (let at = 0; at < steps; at++) await step()
  await money.runSends()
  const truth = await readTruth(money)
  await goBack()

  const countPaid = async () => {
    for (const { name, addresses } of payables) {
      let paid = 0
      for (const address of addresses) paid += await money.countPaid(address)
      expect(paid, `seed ${seed}: ${name}`).toBeLessThanOrEqual(1)
    }
  }
  const tryAll = async () => {
    for (const { request } of payables) await attempt(request)
    for (const { store } of [one, two]) {
      await sweepFees(deps, store.merchantId, (await freshPlatformAddress(deps)) ?? '')
    }
    await commands.send?.()
    await money.mine(1)
    await countPaid()
  }
  await tryAll()
  await money.pass(31)
  await syncAll()
  await money.pass(31)
  await syncAll()
  await tryAll()
  const forgotten = await decideAll(money, admin, truth, random)
  await tryAll()
  await inTransaction(deps.db, async (tx) => {
    await markRestoreFinished(tx, (await findLastRestore(tx))?.id ?? 0)
    await setWithdrawalsPaused(tx, false)
    await tx.deleteFrom('unconfirmedPeople').execute()
  })
  for (let round = 0; round < 3; round++) {
    await tryAll()
    await syncAll()
  }
  await money.mine(6, ...stores)
  await countPaid()
  await money.expectCleanAudit()
  return { tried: payables.length, forgotten }
}

const readTruth = async ({ deps }: Awaited<ReturnType<typeof startMoney>>): Promise<Map<string, Truth>> => {
  const { rows } = await sql<Truth>`
    select s.id, s.kind, v.txid, s.partner_id, r.id as refund_id, r.invoice_id
    from sends s join send_versions v on v.send_id = s.id left join refunds r on r.send_id = s.id
    where s.status in ('broadcast', 'confirmed')`.execute(deps.db)
  return new Map(rows.map((row) => [row.txid, row]))
}

/** Decides by what really happened, and returns how many transactions the database had forgotten. */
const decideAll = async (
  money: Awaited<ReturnType<typeof startMoney>>,
  admin: Admin,
  truth: Map<string, Truth>,
  random: () => number,
) => {
  const { deps } = money
  let forgotten = 0
  for (let round = 0; round < 100; round++) {
    const { claims, unknown } = await readMoneyReview(deps)
    const claim = claims.find(({ decision }) => decision === null)
    if (!claim) {
      const [transaction] = unknown
      if (!transaction) break
      const { storeRef, txid } = transaction
      const was = truth.get(txid)
      await recordTransaction(deps, admin, toRecording({ storeRef, txid }, was), source)
      forgotten += 1
      continue
    }
    const { kind, id, match } = claim
    const isPaidBy = (was: Truth | undefined) =>
      was !== undefined && (kind === 'send' ? was.id === id : was.refundId === id)
    if (match && isPaidBy(truth.get(match.txid))) {
      await decideClaim(deps, admin, { kind, id, decision: 'paid', txid: match.txid }, source)
      forgotten += 1
    } else if (match) await decideClaim(deps, admin, { kind, id, decision: 'other', txid: match.txid }, source)
    else {
      expect(unknown.some(({ txid }) => isPaidBy(truth.get(txid)))).toBe(false)
      await decideClaim(deps, admin, { kind, id, decision: random() < 0.5 ? 'pay' : 'cancel' }, source)
    }
  }
  expect((await countMoney(deps.db)).reduce((sum, { left }) => sum + left, 0)).toBe(0)
  return forgotten
}

const toRecording = (transaction: { storeRef: number; txid: string }, was: Truth | undefined): Recording => {
  if (was?.kind === 'payout' && was.partnerId !== null)
    return { ...transaction, as: 'payout', partnerId: was.partnerId }
  if (was?.kind === 'refund' && was.invoiceId !== null)
    return { ...transaction, as: 'refund', invoiceId: was.invoiceId }
  if (was?.kind === 'withdrawal' || was?.kind === 'sweep') return { ...transaction, as: was.kind }
  return { ...transaction, as: 'outside' }
}

/** The same numbers for the same seed. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
