import { satsForCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { findDebtors, sweepFees, sweepThresholdCents } from '../fee-collection/index.ts'
import { createInvoice } from '../invoices/index.ts'
import { syncStore } from '../payments/index.ts'
import { turnClockBack } from '../platform/db/platform-row.ts'
import { findPrice, readPrice, savePrice } from '../prices/index.ts'
import { advanceSends, findStoresWithDueSends } from '../sends/index.ts'
import { findStore, freshPlatformAddress, openStore, provisionStore, type ReadyStore } from '../stores/index.ts'
import { withdraw } from '../withdrawals/index.ts'
import { callSandbox } from './call-sandbox.ts'
import { declineDemoApplication, makeDemoApplications } from './make-demo-applications.ts'
import { makeDemoOffers } from './make-demo-offers.ts'
import { turnClock } from './turn-clock.ts'

const days = 21
/** Sales come at irregular hours. */
const pauseHours = [9, 14, 7, 16, 11, 13, 8, 15]
const pauseSeconds = (step: number) => (pauseHours[step % pauseHours.length] ?? 12) * 3600 + ((step * 37) % 60) * 60

const declinedAtStep = 12

/** What customers buy, in turn: dollars, and how they pay. Some do not pay, and some pay only a part. */
const sales = [
  { amount: '53.00', pays: 'onchain', what: 'Season pass' },
  { amount: '106.00', pays: 'lightning', what: 'Arcade credits' },
  { amount: '1272.00', pays: 'onchain', what: 'Tournament entry, 12 seats' },
  { amount: '26.50', pays: 'lightning', what: 'Arcade credits' },
  { amount: '318.00', pays: 'onchain', what: 'Cabinet rental' },
  { amount: '79.50', pays: 'never', what: 'Gift card' },
  { amount: '212.00', pays: 'lightning', what: 'League fee' },
  { amount: '636.00', pays: 'onchain', what: 'Corporate evening' },
  { amount: '42.40', pays: 'half', what: 'Season pass' },
] as const

/**
 * Whether this platform is new and may get a history. Its clock is then moved back, and the sandbox's first start must
 * use the same time.
 */
export const beginDemoHistory = async (deps: Pick<Deps, 'db' | 'config'>): Promise<boolean> => {
  if (!deps.config.demoHistory) return false
  return turnClockBack(deps.db, days)
}

/**
 * Some weeks of business, created through the product's own operations while both clocks run from the past to now. An
 * interrupted start continues where it was: the distance of the clock shows what is left to do.
 */
export const makeDemoHistory = async (deps: Deps) => {
  if (!deps.config.demoHistory || (await secondsBehind(deps)) <= 0) return
  await provisionStore(deps, { merchantId: null, name: 'Bitquay' })
  const stores = await demoStores(deps)
  // No server listens yet, and BTCPay would retry again and again.
  await callSandbox(deps, 'webhooks', { drop: true })
  let sale = 0
  let step = 0
  for (let behind = await secondsBehind(deps); behind > 0; behind = await secondsBehind(deps)) {
    const price = await readPrice(deps)
    if (price) await savePrice(deps.db, price)
    // The first merchant sells most.
    const busy = stores.filter((_, index) => index === 0 || sale % 3 === 0)
    for (const store of busy) await sell(deps, store, sales[sale++ % sales.length] ?? sales[0])
    await callSandbox(deps, 'mine', { blocks: 2 })
    for (const store of busy) await syncStore(deps, store.id)
    await makeDemoOffers(deps, stores[0], step)
    if (step === declinedAtStep) await declineDemoApplication(deps)
    await collectAndPay(deps, stores, step)
    await turnClock(deps, Math.min(pauseSeconds(step++), behind))
  }
  // Something happened today, too.
  await makeDemoApplications(deps)
  for (const store of stores.slice(0, 1)) for (const today of sales.slice(0, 2)) await sell(deps, store, today)
  await callSandbox(deps, 'mine', { blocks: 1 })
  for (const store of stores) await syncStore(deps, store.id)
  await syncPlatform(deps)
  await callSandbox(deps, 'webhooks', {})
}

/** Withdrawals for customers, in turn. */
const withdrawals = [
  { amount: '120.00', what: 'Tournament prize' },
  { amount: '45.00', what: 'Arcade credits returned' },
  { amount: '310.00', what: 'League winnings' },
] as const

/** Every few steps the first merchant pays a customer. Fees above the threshold are collected as on every day. */
const collectAndPay = async (deps: Deps, stores: readonly ReadyStore[], step: number) => {
  const [first] = stores
  if (first && step % 5 === 4)
    await payOut(deps, first, withdrawals[Math.floor(step / 5) % withdrawals.length] ?? withdrawals[0])
  const price = await findPrice(deps.db)
  for (const { merchantId } of await findDebtors(deps.db, satsForCents(sweepThresholdCents, price.cents), 5)) {
    const address = await freshPlatformAddress(deps)
    if (address !== undefined) await sweepFees(deps, merchantId, address)
  }
  for (const storeRef of await findStoresWithDueSends(deps.db, 20)) await advanceSends(deps, storeRef)
  await syncPlatform(deps)
}

const payOut = async (deps: Deps, store: ReadyStore, payment: (typeof withdrawals)[number]) => {
  const merchant = await deps.db
    .selectFrom('merchants')
    .select(['id', 'email'])
    .where('id', '=', store.merchantId ?? 0)
    .executeTakeFirstOrThrow()
  const { address } = await callSandbox(deps, 'address', {})
  await withdraw(
    { ...deps, broadcastPatienceMs: 0 },
    {
      merchantId: merchant.id,
      form: { address: String(address), customerAmount: payment.amount, description: payment.what },
      idempotencyKey: undefined,
      actor: { kind: 'merchant', ...merchant },
      source: { address: '127.0.0.1', device: 'Bitquay' },
      // Demo history has no 2FA codes: anyone who can move the clock may do this.
      authorise: async () => undefined,
    },
  )
}

const syncPlatform = async (deps: Deps) => {
  const store = await findStore(deps.db, null)
  if (store) await syncStore(deps, store.id)
}

const sell = async (deps: Deps, store: ReadyStore, sale: (typeof sales)[number]) => {
  const invoice = await createInvoice(deps, {
    merchantId: store.merchantId ?? 0,
    amount: sale.amount,
    currency: 'USD',
    description: sale.what,
    customerEmail: undefined,
    createdBy: 'system',
    idempotencyKey: undefined,
  })
  if (sale.pays === 'never') return
  const half = sale.pays === 'half' ? { amountBtc: halfOf(invoice.amount ?? '0.00002000') } : {}
  const method = sale.pays === 'lightning' ? 'lightning' : 'onchain'
  await callSandbox(deps, 'pay', { invoiceId: invoice.invoiceId, method, ...half })
}

const halfOf = (btc: string) => {
  const sats = BigInt(btc.replace('.', '')) / 2n
  return `0.${sats.toString().padStart(8, '0')}`
}

const demoStores = async (deps: Deps): Promise<ReadyStore[]> => {
  const merchants = await deps.db.selectFrom('merchants').select(['id', 'storeName']).orderBy('id').execute()
  const stores: ReadyStore[] = []
  for (const { id, storeName } of merchants) {
    const known = openStore(await findStore(deps.db, id), deps.sealer)
    stores.push(known ?? (await provisionStore(deps, { merchantId: id, name: storeName })))
  }
  return stores
}

const secondsBehind = async ({ db }: Deps): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from -clock_offset))::int as seconds from platform`.execute(db)
  return rows[0]?.seconds ?? 0
}
