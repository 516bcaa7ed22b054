import { randomUUID } from 'node:crypto'
import { addTillCashier } from '@bitquay/contract/tills'
import { computeSale } from '@bitquay/contract/tills.amounts'
import { createItem } from '@bitquay/contract/tills.items'
import { createTaxRate } from '@bitquay/contract/tills.taxes'
import { sql } from 'kysely'
import { readMoney } from '../src/balances/index.ts'
import { sweepFees } from '../src/fee-collection/index.ts'
import { requestLoopOut } from '../src/loop-out/index.ts'
import { syncStore } from '../src/payments/sync-store.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { savePrice } from '../src/prices/table.ts'
import { createPromoCode } from '../src/promo-codes/table.ts'
import { claimRefund, offerRefund } from '../src/refunds/index.ts'
import { freshPlatformAddress } from '../src/stores/hand-out-address.ts'
import { addBtc, type Figures } from './agreeing-figures.ts'
import { addApiKey } from './api-keys.ts'
import { ownerOf, source } from './loop-outs.ts'
import { makeInvoice } from './make-invoice.ts'
import { type Money, startMoney } from './money.ts'
import { addAdmin, addPartner, ask, signInAs } from './people.ts'
import { readAs, type Send } from './read-figures.ts'
import { openShop } from './shops.ts'
import { addTillDevice, useTill } from './tills.ts'
import { withdrawEarningsOf, withdrawFrom } from './withdrawals.ts'

type Shop = Awaited<ReturnType<typeof openShop>>

/**
 * Two stores, two partners and an admin after a day on which everything happened once that has a figure: payments of all
 * outcomes, sales, refunds, withdrawals, a promo code, collected and open fees, payouts. The price changes in between.
 */
export const startFigures = async () => {
  const money = await startMoney()
  const { deps, server } = money
  const admin = await addAdmin(server)
  const [partner] = [await addPartner(server, '33.33'), await addPartner(server, '41.70')]
  await money.fund(money.platform, 50_000_000n, 50_000_000n)
  const shop = await openShop(money, 'figures', 50_000_000n)
  const other = await openShop(money, 'others', 20_000_000n)
  await sql`update merchants set markup_fee_percent = 2.5 where id = ${other.id}`.execute(deps.db)

  const pay = payer(money)
  await setPrice(money, 9_731_289n)
  const till = await sell(money, shop)
  const ada = { customerEmail: 'ada@example.test', customerName: 'Ada' }
  const first = await pay(shop, '123.45', { ...ada, method: 'onchain' })
  await pay(shop, '310.00', { method: 'onchain', times: 1.25 })
  await pay(shop, '64.10', { ...ada, method: 'onchain', times: 0.5 })
  await pay(shop, '518.77', { method: 'lightning' })
  await pay(other, '2500.00', { method: 'onchain' })
  await pay(other, '33.33', { method: 'lightning' })
  await makeInvoice(deps, shop.id, '71.00', ada)
  await settle(money, shop, other)

  await setPrice(money, 10_418_877n)
  const fees = await freshPlatformAddress(deps)
  await sweepFees(deps, other.id, fees ?? '')
  await withdrawFrom(deps, shop.store, await money.strangersAddress(), '75.00')
  await settle(money, shop, other)
  const { code } = await inTransaction(deps.db, (tx) =>
    createPromoCode(tx, { description: 'Welcome', expiresInDays: 30, createdBy: admin.id }),
  )
  await withdrawFrom(deps, shop.store, await money.strangersAddress(), '40.00', { promoCode: code })
  await settle(money, shop, other)
  await refund(money, shop, first)
  await settle(money, shop, other)

  await setPrice(money, 10_067_513n)
  const payee = { kind: 'partner', id: partner.id, email: partner.email } as const
  await withdrawEarningsOf(deps, payee, await money.strangersAddress(), '2.50')
  await settle(money, shop, other)
  await pay(shop, '45.67', { method: 'onchain' })
  await pay(other, '88.88', { method: 'onchain' })
  await settle(money, shop, other)
  for (let tries = 0; tries < 20 && (await addsUpAnyway(money, partner.id)); tries++) {
    await pay(other, `${tries + 3}.33`, { method: 'lightning' })
    await look(money, other)
  }
  // What has no block yet: a payment, a withdrawal, a payout. And a payment that is replaced.
  const replaced = await pay(shop, '27.00', { method: 'onchain' })
  await syncStore(deps, shop.store.id)
  await money.engine.control.replace({ txid: replaced.txid })
  await money.mine(7, shop.store)
  await pay(shop, '19.99', { method: 'onchain' })
  await withdrawFrom(deps, shop.store, await money.strangersAddress(), '12.00')
  await withdrawEarningsOf(deps, payee, await money.strangersAddress(), '2.20')
  await money.runSends()
  await look(money, shop, other)
  const { onChain, lightning } = await readMoney(deps.db, shop.id)
  await requestLoopOut(deps, ownerOf(shop.store), source)
  await setPrice(money, 9_991_117n)

  const send: Send = async (path, token) => {
    const answer = await server.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })
    const next = answer.headers['x-next-cursor']
    return { status: answer.statusCode, bytes: answer.rawPayload, next: next === undefined ? undefined : String(next) }
  }
  const figures: Figures = {
    store: {
      merchantId: shop.id,
      owner: readAs(send, shop.token),
      key: readAs(send, await addApiKey(server, shop.id, ['read'])),
    },
    partner: { id: partner.id, reader: readAs(send, await signInAs(server, partner)) },
    admin: readAs(send, await signInAs(server, admin)),
    days: { from: dayAgo(1), to: dayAgo(-1) },
    search: 'ada',
  }
  return { money, figures, till, btcBeforeLoopOut: addBtc(onChain.btc, lightning.btc) }
}

/** Whether parts of what a partner earned add up even if each is rounded alone. Then nobody would see that they are. */
const addsUpAnyway = async ({ deps }: Money, partnerId: number) => {
  const { rows } = await sql<{ addsUp: boolean }>`
    select round(deposit_usd, 2) + round(lightning_usd, 2) = round(earned_usd, 2) as adds_up
    from partner_figures where partner_id = ${partnerId}`.execute(deps.db)
  return rows[0]?.addsUp ?? true
}

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const setPrice = ({ deps }: Money, cents: bigint) => savePrice(deps.db, { cents, source: 'test' })

const look = async ({ server, deps, platform }: Money, ...shops: Shop[]) => {
  await server.advance(31)
  for (const { store } of shops) await syncStore(deps, store.id)
  await syncStore(deps, platform.id)
}

/** Sends leave, a block confirms everything, and all stores are read. */
const settle = async (money: Money, ...shops: Shop[]) => {
  await money.runSends()
  await money.engine.control.mine({ blocks: 1 })
  await look(money, ...shops)
}

type Payment = {
  method: 'onchain' | 'lightning'
  customerEmail?: string
  customerName?: string
  /** How much of it is paid. */
  times?: number
}

const payer =
  ({ deps, engine }: Money) =>
  async (shop: Shop, amount: string, { method, times = 1, ...customer }: Payment) => {
    const { invoiceId, amount: dueBtc } = await makeInvoice(deps, shop.id, amount, customer)
    const amountBtc = (Number(dueBtc) * times).toFixed(8)
    const paid = await engine.control.pay({
      invoiceId: invoiceId ?? '',
      method,
      ...(times === 1 ? {} : { amountBtc }),
    })
    return { invoiceId: invoiceId ?? '', txid: String((paid as { txid?: string }).txid) }
  }

/** Two sales with tax, one of them in the shift of a cashier, with a discount and a tip. */
const sell = async (money: Money, shop: Shop) => {
  const { server, engine } = money
  const as = { token: shop.token }
  const percent = '8.25'
  const rate = await ask(server, createTaxRate, { ...as, body: { name: 'Sales tax', percent } })
  const prices = [{ currency: 'USD', amount: '4.60' }]
  const item = await ask(server, createItem, { ...as, body: { name: 'Tea', prices, taxRateId: rate.body.id } })
  const device = await addTillDevice(server, shop.id, { name: 'Front' })
  const body = { name: 'Lea', pin: '482913' }
  const cashier = await ask(server, addTillCashier, { ...as, params: { id: device.tillId }, body })
  const till = useTill(server, device)
  for (const [quantity, discountPercent, tipPercent] of [
    [3, 0, 0],
    [7, 10, 15],
  ] as const) {
    const lines = [{ price: '4.60', quantity, taxPercent: percent }]
    const total = computeSale({ currency: 'USD', lines, pricesIncludeTax: false, discountPercent, tipPercent })?.total
    const sold = await till.charge({
      ...{ saleId: randomUUID(), discountPercent, tipPercent, total },
      lines: [{ itemId: item.body.id, quantity }],
    })
    if (sold.status !== 200) throw new Error(JSON.stringify(sold.body))
    await engine.control.pay({ invoiceId: String(sold.body.invoiceId), method: 'lightning' })
    await till.openShift({ cashierId: cashier.body.id, pin: body.pin })
  }
  return till
}

const refund = async (money: Money, shop: Shop, { invoiceId }: { invoiceId: string }) => {
  const { deps } = money
  const actor = { ...ownerOf(shop.store), email: shop.owner.email }
  const { claimLink } = await offerRefund(deps, {
    ...{ merchantId: shop.id, invoiceId, actor, offeredBy: actor.email, source },
    ...{ kind: 'partial', amount: '15.00', reason: 'One returned.' },
    authorize: async () => undefined,
  })
  await claimRefund(deps, claimLink.split('/').at(-1) ?? '', await money.strangersAddress(), source)
}
