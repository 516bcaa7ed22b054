import { satsForCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { type Deps, mainEngineId } from '../deps.ts'
import { findDebtors, sweepFees } from '../fee-collection/index.ts'
import { sweepThresholdCents } from '../fees/index.ts'
import { markReadSoon } from '../invoices/index.ts'
import { keepWaitingEmails } from '../mail/index.ts'
import { markHistoryRead } from '../notifications/index.ts'
import { measureEngine } from '../operations/index.ts'
import { syncStore } from '../payments/index.ts'
import { hasNoMerchants } from '../people/index.ts'
import { turnClockBack } from '../platform/db/platform-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { findPrice, readPrice, savePrice } from '../prices/index.ts'
import { advanceSends, findStoresWithDueSends } from '../sends/index.ts'
import { recordCurrentStatus } from '../status/index.ts'
import { findStore, forgetUnannounced, freshPlatformAddress, provisionStore, type ReadyStore } from '../stores/index.ts'
import { withdraw } from '../withdrawals/index.ts'
import { callSandbox } from './call-sandbox.ts'
import { businesses, demoDays, joinsAt, lightOrdersAt, type Order, ordersAt } from './demo-world.ts'
import { findDemoOwner } from './find-demo-owner.ts'
import { payDemoAddresses } from './make-demo-addresses.ts'
import { declineDemoApplication, makeDemoApplications, source } from './make-demo-applications.ts'
import { approveDemoBusiness, openDemoStores } from './make-demo-merchants.ts'
import { makeDemoOffers } from './make-demo-offers.ts'
import { makeDemoRefund, refundsAt } from './make-demo-refund.ts'
import { finishDemoSale, makeDemoSale, type Unfinished } from './make-demo-sale.ts'
import { closeDemoTills, type DemoTills, sellAtTills, tillsOpenAt } from './make-demo-till.ts'
import { rememberPasswords } from './remember-passwords.ts'
import { turnClock } from './turn-clock.ts'

const halfDaySeconds = 43_200
/** Sales come at irregular hours. Eight pauses are four days. */
const pauseHours = [9, 14, 7, 16, 11, 13, 8, 18]
const pauseSeconds = (step: readonly number[]) =>
  step.reduce((hours, halfDay) => hours + (pauseHours[halfDay % pauseHours.length] ?? 12), 0) * 3600

/** Whether a store with a full history sells on a half day. Two busy ones in a row are two steps, others one. */
const isBusy = (halfDay: number) =>
  halfDay >= tillsOpenAt || [0, 1, 2].some((store) => ordersAt(store, halfDay).length > 0)

/** Enough that what is weeks old is final, and isn't read again with each sync. */
const blocksOfStep = 12

/** Without webhooks, a new invoice isn't read before this time. */
const unreadSeconds = 60

/** The half day on which an application is declined. */
const declinedAt = 110

/**
 * Whether this platform is new and may get a history. Its clock is then moved back, and the sandbox's first start must
 * use the same time.
 */
export const beginDemoHistory = async (deps: Pick<Deps, 'db' | 'config'>): Promise<boolean> => {
  if (!deps.config.demoHistory) return false
  return turnClockBack(deps.db, demoDays, hasNoMerchants)
}

type World = {
  /** The stores with a full history. */
  full: ReadyStore[]
  /** The others, by the place of their business in the list. */
  light: Map<number, ReadyStore>
  /** The tills of the first store, by their place. */
  tills: DemoTills
  unfinished: { store: ReadyStore; sale: Unfinished }[]
  /** Stores with payments that have not been read yet. */
  unread: Set<ReadyStore>
  /** Stores with something that a later step shows: an invoice that expires, or a payment that leaves. */
  due: Set<ReadyStore>
}

/**
 * Three months of business, created through the product's own operations while both clocks run from the past to now. An
 * interrupted start continues where it was: the distance of the clock shows what is left to do.
 */
export const makeDemoHistory = async (liveDeps: Deps, print: (line: string) => void) => {
  if (!liveDeps.config.demoHistory || (await secondsBehind(liveDeps)) <= 0) return
  // All demo businesses apply from this machine.
  const deps = {
    ...liveDeps,
    config: { ...liveDeps.config, rateLimits: false },
    passwords: rememberPasswords(liveDeps.passwords),
  }
  await provisionStore(deps, { merchantId: null, name: 'Bitquay' })
  // No server listens yet, and BTCPay would retry again and again.
  await callSandbox(deps, 'webhooks', { drop: true })
  const world: World = {
    full: await openDemoStores(deps),
    ...{ light: new Map(), tills: new Map(), unfinished: [], unread: new Set(), due: new Set() },
  }
  let month = 0
  for (let behind = await secondsBehind(deps); behind > 0; behind = await secondsBehind(deps)) {
    const started = 4 - Math.ceil(behind / (30 * 2 * halfDaySeconds))
    if (started > month) print(`Creating demo payments: month ${started} of 3…`)
    month = Math.max(started, month)
    const halfDay = Math.round((demoDays * 2 * halfDaySeconds - behind) / halfDaySeconds)
    const step = isBusy(halfDay) && isBusy(halfDay + 1) ? [halfDay] : [halfDay, halfDay + 1]
    for (const each of step) await addMerchants(deps, world, each)
    const passed = await makeStep(deps, world, step, behind)
    const pause = Math.min(pauseSeconds(step), behind) - passed
    if (pause > 0) await turnClock(deps, pause)
  }
  await closeDemoTills(deps, world.tills)
  await markHistoryRead(deps.db)
  await makeToday(deps, world)
  await forgetUnannounced(deps.db)
  await callSandbox(deps, 'webhooks', {})
}

/** Those whose turn it is, and after an interrupted start those who joined before. */
const addMerchants = async (deps: Deps, { full, light }: World, halfDay: number) => {
  const joined = businesses
    .map((_, index) => index)
    .filter((index) => joinsAt(index) <= halfDay && !light.has(index) && (index > 0 || full.length < 3))
  const stores = await Promise.all(joined.map((index) => approveDemoBusiness(deps, index)))
  for (const [place, index] of joined.entries()) {
    const store = stores[place]
    if (store && index === 0) full.push(store)
    else if (store) light.set(index, store)
  }
}

/**
 * One or two half days: customers pay, a block confirms it, and the payments are booked. Most of it happens at the same
 * time, because each part mostly waits for the database. Returns the seconds that passed.
 */
const makeStep = async (deps: Deps, world: World, step: readonly number[], behind: number): Promise<number> => {
  const price = await readPrice(deps)
  if (price) await savePrice(deps.db, price)
  for (const store of world.due) world.unread.add(store)
  world.due.clear()
  await Promise.all([
    ...world.unfinished.splice(0).map(({ store, sale }) => {
      world.unread.add(store)
      return finishDemoSale(deps, sale)
    }),
    ...world.full.map((store, index) => sell(deps, world, store, ordersOf(world, index, step))),
    ...[...world.light].map(([index, store]) =>
      sell(
        deps,
        world,
        store,
        step.flatMap((halfDay) => lightOrdersAt(index, halfDay)),
      ),
    ),
    sellElsewhere(deps, world, step),
    recordHealth(deps, step),
  ])
  await callSandbox(deps, 'mine', { blocks: blocksOfStep })
  const seconds = Math.min(unreadSeconds, behind)
  await turnClock(deps, seconds)
  const collects = step.some((halfDay) => halfDay % 16 === 15)
  await Promise.all([
    readStores(deps, world),
    collects ? collectFees(deps) : step.some((halfDay) => halfDay % 6 === 1) && payDue(deps),
    step.includes(declinedAt) && declineDemoApplication(deps),
  ])
  const [first] = world.full
  if (!first?.merchantId) return seconds
  for (const halfDay of step) {
    await makeDemoOffers(deps, first, halfDay)
    if (halfDay > 30 && halfDay % 12 === 7) await payOut(deps, first, halfDay)
    const refund = refundsAt.get(halfDay)
    if (refund) await makeDemoRefund(deps, await findDemoOwner(deps, first.merchantId), refund)
  }
  return seconds
}

/** What is ordered from a store with a full history. The first one sells at its tills in the last week. */
const ordersOf = ({ tills }: World, index: number, step: readonly number[]) =>
  index === 0 && tills.size > 0 ? [] : step.flatMap((halfDay) => ordersAt(index, halfDay))

/** The first store's tills, payment links and addresses. */
const sellElsewhere = async (deps: Deps, world: World, step: readonly number[]) => {
  const [first] = world.full
  if (!first?.merchantId) return
  const owner = await findDemoOwner(deps, first.merchantId)
  for (const halfDay of step) {
    await sellAtTills(deps, owner, world.tills, halfDay)
    if ((await payDemoAddresses(deps, owner, halfDay)) || halfDay >= tillsOpenAt) world.unread.add(first)
  }
}

const sell = async (deps: Deps, world: World, store: ReadyStore, orders: readonly Order[]) => {
  for (const order of orders) {
    const left = await makeDemoSale(deps, store, order)
    world.unread.add(store)
    if (order.pays === 'never' || order.pays === 'half') world.due.add(store)
    if (left?.does === 'replace') {
      // The payment is seen first.
      await syncStore(deps, store.id)
      await finishDemoSale(deps, left)
      world.due.add(store)
    } else if (left) world.unfinished.push({ store, sale: left })
  }
}

/** Reads the stores that sold something. */
const readStores = async (deps: Deps, { unread }: World) => {
  const stores = [...unread]
  unread.clear()
  await Promise.all(stores.map(({ id }) => syncStore(deps, id)))
}

/** The status page shows the days since the platform began. Each is checked once, as servers do it every minute. */
const recordHealth = async (deps: Deps, step: readonly number[]) => {
  if (!step.some((halfDay) => halfDay % 2 === 0)) return
  if (!deps.config.smtpUrl) await keepWaitingEmails(deps.db)
  await measureEngine(deps, mainEngineId)
  await recordCurrentStatus(deps)
}

/** Something happened today, too, and one payment and one refund wait for their first block. */
const makeToday = async (deps: Deps, world: World) => {
  await makeDemoApplications(deps)
  const [first] = world.full
  if (!first?.merchantId) return
  const owner = await findDemoOwner(deps, first.merchantId)
  const orders = [...ordersAt(0, 179), ...ordersAt(0, 181), ...ordersAt(0, 183)]
  const today = orders.map((order, index) => ({ ...order, pays: index % 2 ? 'onchain' : 'lightning' }) as const)
  await sell(deps, world, first, today)
  await payDue(deps)
  await callSandbox(deps, 'mine', { blocks: 1 })
  const [last] = ordersAt(0, 177)
  if (last) await sell(deps, world, first, [{ ...last, pays: 'onchain' }])
  await tellOfInvoices(deps, first.merchantId)
  for (const store of world.full) world.unread.add(store)
  await readStores(deps, world)
  await makeDemoRefund(deps, owner, { of: 'paid', ends: 'claimed' })
  await recordHealth(deps, [0])
  await syncPlatform(deps)
}

/** Webhooks would name them. Without, a Lightning payment is found half a minute later, as if its webhook was missing. */
const tellOfInvoices = async ({ db }: Deps, merchantId: number) => {
  const open = await db
    .selectFrom('invoices')
    .select('invoiceId')
    .where('merchantId', '=', merchantId)
    .where('status', '=', 'new')
    .execute()
  const invoiceIds = open.flatMap(({ invoiceId }) => invoiceId ?? [])
  await inTransaction(db, (tx) => markReadSoon(tx, merchantId, invoiceIds))
}

/** Withdrawals for customers, in turn. */
const withdrawals = [
  { amount: '120.00', what: 'Tournament prize' },
  { amount: '45.00', what: 'Arcade credits returned' },
  { amount: '310.00', what: 'League winnings' },
] as const

const payOut = async (deps: Deps, store: ReadyStore, halfDay: number) => {
  const payment = withdrawals[Math.floor(halfDay / 12) % withdrawals.length] ?? withdrawals[0]
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
      requestedBy: merchant.email,
      by: { actor: { kind: 'merchant', ...merchant }, source },
      // Demo history has no 2FA codes: anyone who can move the clock may do this.
      authorize: async () => undefined,
    },
  )
}

/** Fees above the threshold are collected as on every day. */
const collectFees = async (deps: Deps) => {
  const price = await findPrice(deps.db)
  for (const { merchantId } of await findDebtors(deps.db, satsForCents(sweepThresholdCents, price.cents), 20)) {
    const address = await freshPlatformAddress(deps)
    if (address !== undefined) await sweepFees(deps, merchantId, address)
  }
  await payDue(deps)
  await syncPlatform(deps)
}

const payDue = async (deps: Deps) => {
  for (const storeRef of await findStoresWithDueSends(deps.db, 20)) await advanceSends(deps, storeRef)
}

const syncPlatform = async (deps: Deps) => {
  const store = await findStore(deps.db, null)
  if (store) await syncStore(deps, store.id)
}

const secondsBehind = async ({ db }: Deps): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from -clock_offset))::int as seconds from platform`.execute(db)
  return rows[0]?.seconds ?? 0
}
