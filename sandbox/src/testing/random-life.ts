import { expect } from 'vitest'
import { type InvoiceAnswer, type Shop, startTestSandbox, type TestSandbox } from './test-sandbox.ts'

/** What the table of states allows. */
const allowed = new Set([
  'New/None',
  'New/PaidPartial',
  'Processing/None',
  'Processing/PaidOver',
  'Settled/None',
  'Settled/PaidOver',
  'Settled/Marked',
  'Expired/None',
  'Expired/PaidPartial',
  'Expired/PaidLate',
  'Invalid/None',
  'Invalid/PaidOver',
  'Invalid/Marked',
])

/**
 * Does this many random actions on a shop, and checks that every invoice is in a valid state, with the events that lead
 * there.
 */
export const liveRandomly = async (seed: string, steps: number): Promise<void> => {
  const sandbox = await startTestSandbox()
  try {
    const shop = await sandbox.shop()
    const life: Life = {
      sandbox,
      shop,
      random: generator(seed),
      invoiceIds: [],
      txids: [],
      isMarked: new Set(),
      isMissed: new Set(),
    }
    for (let step = 0; step < steps; step++) await live(life)
    await check(life)
    const certain = async () => (await list(life)).filter((invoice) => !life.isMissed.has(invoice.id))
    const before = await certain()
    await sandbox.restart()
    expect(await certain()).toEqual(before)
    await check(life)
  } finally {
    await sandbox.stop()
  }
}

type Life = {
  sandbox: TestSandbox
  shop: Shop
  random: () => number
  invoiceIds: string[]
  txids: string[]
  isMarked: Set<string>
  /** Paid while BTCPay was down: found at a later start, if the invoice is still monitored. */
  isMissed: Set<string>
}

const live = async (life: Life): Promise<void> => {
  const { sandbox, shop, random, invoiceIds, txids } = life
  const { control } = sandbox
  const pick = <T>(items: T[]) => items[Math.floor(random() * items.length)]
  const chance = random()
  const invoiceId = pick(invoiceIds)
  const txid = pick(txids)
  if (invoiceId === undefined || chance < 0.2) {
    const speedPolicy = pick(['HighSpeed', 'MediumSpeed', 'LowMediumSpeed', 'LowSpeed'])
    const amount = pick(['1', '100', '0.5', '33.33'])
    invoiceIds.push((await shop.createInvoice({ amount, checkout: { speedPolicy } })).id)
  } else if (chance < 0.45) {
    const amountBtc = pick([undefined, '0.00001', '0.001', '0.5'])
    const method = random() < 0.7 ? ('onchain' as const) : ('lightning' as const)
    const replaceable = random() < 0.7
    const paid = await may(control.pay({ invoiceId, method, replaceable, ...(amountBtc ? { amountBtc } : {}) }))
    if (paid && 'txid' in paid && paid.txid !== undefined) txids.push(paid.txid)
  } else if (chance < 0.65) await control.mine({ blocks: 1 + Math.floor(random() * 3) })
  else if (chance < 0.72)
    await control.reorg({ depth: 1 + Math.floor(random() * 4), ...(txid ? { exclude: [txid] } : {}) })
  else if (chance < 0.79 && txid) {
    const replaced = await may(control.replace({ txid, keep: random() < 0.5 }))
    if (replaced) txids.push(replaced.txid)
  } else if (chance < 0.83 && txid) await may(control.evict({ txid }))
  else if (chance < 0.93) await control.clock({ advanceSeconds: Math.floor(random() * 1200) })
  else if (chance < 0.95) await control.clock({ advanceSeconds: 86_400 })
  else if (chance < 0.97) {
    const status = random() < 0.5 ? 'Settled' : 'Invalid'
    const marked = await sandbox.call('POST', `/api/v1/invoices/${invoiceId}/status`, { status })
    if (marked.status === 200) life.isMarked.add(invoiceId)
  } else {
    // A stopped BTCPay loses its queue of webhooks, which another test covers.
    await control.webhooksIdle()
    await control.engine({ down: true })
    await may(control.pay({ invoiceId }))
    life.isMissed.add(invoiceId)
    await control.mine({ blocks: 1 })
    await control.engine({ down: false })
  }
}

/** A lever that has nothing to do refuses, which is expected here. */
const may = async <T>(act: Promise<T>): Promise<T | undefined> => {
  try {
    return await act
  } catch (error) {
    if (error instanceof Error && error.name === 'Error') return undefined
    throw error
  }
}

const check = async (life: Life): Promise<void> => {
  const { shop, sandbox } = life
  await sandbox.control.webhooksIdle()
  for (const invoice of await list(life)) {
    const state = `${invoice.status}/${invoice.additionalStatus}`
    expect(allowed, `${invoice.id} is ${state}`).toContain(state)
    const methods = await shop.methods(invoice.id)
    const accounted = methods.flatMap((method) => method.payments).filter((payment) => payment.status !== 'Invalid')
    const net = accounted.reduce(
      (sum, payment) => sum + Math.round((Number(payment.value) - Number(payment.fee)) * 1e8),
      0,
    )
    expect(Math.round(Number(invoice.paidAmount) * 1e8), invoice.id).toBe(net * 50_000)
    const isSettled = accounted.filter((payment) => payment.status === 'Settled')
    if (state === 'New/None' || state === 'Expired/None') expect(accounted, invoice.id).toEqual([])
    if (state.startsWith('Settled') && !life.isMarked.has(invoice.id))
      expect(isSettled.length, invoice.id).toBeGreaterThan(0)
    checkEvents(life, invoice)
  }
}

const checkEvents = ({ shop, isMarked }: Life, invoice: InvoiceAnswer): void => {
  const types = shop.receiver.events.filter((event) => event.invoiceId === invoice.id).map((event) => event.type)
  const count = (type: string) => types.filter((other) => other === type).length
  expect(types[0]).toBe('InvoiceCreated')
  expect(count('InvoiceCreated')).toBe(1)
  expect(count('InvoiceExpired')).toBeLessThanOrEqual(1)
  expect(count('InvoicePaymentSettled')).toBeLessThanOrEqual(count('InvoiceReceivedPayment'))
  if (isMarked.has(invoice.id)) return
  expect(count('InvoiceSettled')).toBe(invoice.status === 'Settled' ? 1 : 0)
  expect(count('InvoiceInvalid')).toBe(invoice.status === 'Invalid' ? 1 : 0)
  // A replaced late payment leaves PaidPartial behind, and the next one is reported again.
  if (invoice.additionalStatus === 'PaidLate') expect(count('InvoicePaidAfterExpiration')).toBeGreaterThan(0)
}

const list = ({ sandbox, shop }: Life): Promise<InvoiceAnswer[]> =>
  sandbox
    .ok('GET', `/api/v1/stores/${shop.storeId}/invoices`)
    .then((invoices) => (invoices as InvoiceAnswer[]).map((invoice) => ({ ...invoice, checkoutLink: '' })))

/** Mulberry32: small, and the same for the same seed. */
const generator = (seed: string): (() => number) => {
  let state = seed.split('').reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
