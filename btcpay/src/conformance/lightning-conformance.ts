import { describe, expect, it } from 'vitest'
import { parseMsats } from '../amounts.ts'
import { missingPaymentMethods } from '../missing-payment-methods.ts'
import { namesPath, unwrap } from '../outcome.ts'
import { LIGHTNING, ON_CHAIN } from '../wire/payment-methods.ts'
import { eventually } from './eventually.ts'
import type { World } from './world.ts'

/** Behaviors 43 and 44, and a node that all stores share. */
export const lightningConformance = (world: () => World): void => {
  describe('Lightning invoices', () => {
    it('are created, read and listed', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none', lightning: true })
      const created = unwrap(
        await admin.lightning.createInvoice(store.id, { amount: '25000', expiry: 600, description: 'x' }),
      )
      expect(created).toMatchObject({ status: 'Unpaid', amount: '25000', id: created.paymentHash })
      expect(created.BOLT11).toMatch(/^lnbcrt/)
      expect(unwrap(await admin.lightning.getInvoice(store.id, created.id))).toMatchObject({
        id: created.id,
        status: 'Unpaid',
      })
      const listed = unwrap(await admin.lightning.listInvoices(store.id, { pendingOnly: true }))
      expect(listed.map((one) => one.id)).toContain(created.id)
      expect(await admin.lightning.getInvoice(store.id, 'f'.repeat(64))).toMatchObject({
        kind: 'refused',
        status: 404,
        code: 'invoice-not-found',
      })
    })

    it('with a negative amount report both errors (43)', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none', lightning: true })
      const outcome = await admin.lightning.createInvoice(store.id, { amount: '-1', expiry: -1 })
      expect(namesPath(outcome, 'Amount') && namesPath(outcome, 'Expiry')).toBe(true)
    })

    it('can be created by a guest, who cannot read the node (43)', async () => {
      const { admin, createStore, createUser, target, withPermissions } = world()
      const store = await createStore({ wallet: 'none', lightning: true })
      const user = await createUser()
      unwrap(await admin.users.addToStore(store.id, { id: user.id, storeRole: 'Guest' }))
      const guest = await withPermissions(['unrestricted'], user.id)
      // On the server's own node a guest also needs the policy.
      if (target.policies.internalNodeForAll) {
        const created = await guest.lightning.createInvoice(store.id, { amount: '1000', expiry: 60 })
        expect(created).toMatchObject({ kind: 'ok' })
      }
      expect(await guest.lightning.node(store.id)).toMatchObject({ kind: 'refused', status: 403 })
    })
  })

  describe('a Lightning node', () => {
    it('is shared by all stores with one balance and one list', async () => {
      const { admin, createStore } = world()
      const one = await createStore({ wallet: 'none', lightning: true })
      const two = await createStore({ wallet: 'none', lightning: true })
      const nodes = [unwrap(await admin.lightning.node(one.id)), unwrap(await admin.lightning.node(two.id))]
      expect(nodes[0]?.nodeURIs).toEqual(nodes[1]?.nodeURIs)
      const balances = [unwrap(await admin.lightning.balance(one.id)), unwrap(await admin.lightning.balance(two.id))]
      expect(balances[0]?.offchain?.local).toBe(balances[1]?.offchain?.local)
      const created = unwrap(await admin.lightning.createInvoice(one.id, { amount: '1000', expiry: 600 }))
      const listed = unwrap(await admin.lightning.listInvoices(two.id, { pendingOnly: true }))
      expect(listed.map((invoice) => invoice.id)).toContain(created.id)
    })

    it('that is not set up is not found', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none' })
      expect(await admin.lightning.node(store.id)).toMatchObject({
        kind: 'refused',
        status: 404,
        code: 'lightning-not-configured',
      })
    })

    it('that the server lacks can still be set on a store, and its invoices have no Lightning', async ({ skip }) => {
      const { admin, createStore, hasLightning } = world()
      if (hasLightning) return skip('this server has a Lightning node')
      const store = await createStore()
      unwrap(await admin.paymentMethods.put(store.id, LIGHTNING, { enabled: true, config: 'Internal Node' }))
      const notConfigured = { kind: 'refused', status: 404, code: 'lightning-not-configured' }
      expect(await admin.lightning.node(store.id)).toMatchObject(notConfigured)
      expect(await admin.serverLightning.node()).toMatchObject(notConfigured)
      const checkout = { paymentMethods: [ON_CHAIN, LIGHTNING] }
      const invoice = unwrap(await admin.invoices.create(store.id, { amount: '0.001', currency: 'BTC', checkout }))
      expect(missingPaymentMethods([ON_CHAIN, LIGHTNING], invoice)).toEqual([LIGHTNING])
    })

    it('that is down is reported to readers', async ({ skip }) => {
      const { admin, createStore, target } = world()
      const setDown = target.lightning?.setDown
      if (setDown === undefined) return skip('this target cannot take its Lightning node away')
      const store = await createStore({ wallet: 'none', lightning: true })
      await setDown(true)
      try {
        expect(await admin.lightning.balance(store.id)).toMatchObject({
          kind: 'refused',
          status: 503,
          code: 'lightning-node-unavailable',
        })
      } finally {
        await setDown(false)
      }
    })

    it('is available to others by policy, and one inside the server’s network never (44)', async () => {
      const { admin, createStore, createUser, target, withPermissions } = world()
      const store = await createStore({ wallet: 'none' })
      const user = await createUser()
      unwrap(await admin.users.addToStore(store.id, { id: user.id, storeRole: 'Owner' }))
      const owner = await withPermissions([`btcpay.store.canmodifystoresettings:${store.id}`], user.id)
      const config = { connectionString: 'type=clightning;server=tcp://127.0.0.1:9835/' }
      const local = await owner.paymentMethods.put(store.id, LIGHTNING, { enabled: true, config })
      expect(namesPath(local, 'ConnectionString')).toBe(true)
      const internal = await owner.paymentMethods.put(store.id, LIGHTNING, { enabled: true, config: 'Internal Node' })
      if (target.policies.internalNodeForAll) expect(internal).toMatchObject({ kind: 'ok' })
      else {
        expect(internal).toMatchObject({
          kind: 'refused',
          status: 403,
          missingPermission: 'btcpay.server.canuseinternallightningnode',
        })
      }
    })
  })

  describe('paying over Lightning', () => {
    it('ends with a preimage, and the node lists the payment (43)', async ({ skip }) => {
      const { admin, createStore, target } = world()
      const { lightning } = target
      if (lightning === undefined) return skip('this target has nobody to be paid over Lightning (LND_REST_URL)')
      const store = await createStore({ wallet: 'none', lightning: true })
      const { bolt11 } = await lightning.createInvoice(50_000n)
      const paid = unwrap(await admin.lightning.pay(store.id, { BOLT11: bolt11 }))
      expect(paid).toMatchObject({ state: 'complete', payment: { status: 'Complete' } })
      expect(paid.payment.preimage).toMatch(/^[0-9a-f]{64}$/)
      const hash = paid.payment.paymentHash ?? ''
      const read = unwrap(await admin.lightning.getPayment(store.id, hash))
      expect(read).toMatchObject({ status: 'Complete', BOLT11: bolt11 })
      expect(parseMsats(read.totalAmount ?? '') - parseMsats(read.feeAmount ?? '')).toBe(50_000n)
      const listed = unwrap(await admin.lightning.listPayments(store.id))
      expect(listed.map((one) => one.paymentHash)).toContain(hash)
      // The same invoice again pays nothing: it is refused, and the payment stays unchanged.
      expect(await admin.lightning.pay(store.id, { BOLT11: bolt11 })).not.toMatchObject({
        kind: 'ok',
        value: { payment: { paymentHash: hash, status: 'Failed' } },
      })
      expect(unwrap(await admin.lightning.getPayment(store.id, hash))).toMatchObject({ status: 'Complete' })
    })

    it('an invalid BOLT11 is refused, and an unknown payment is not found (43)', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none', lightning: true })
      expect(namesPath(await admin.lightning.pay(store.id, { BOLT11: 'lnbcrt1nonsense' }), 'BOLT11')).toBe(true)
      expect(await admin.lightning.getPayment(store.id, 'f'.repeat(64))).toMatchObject({
        kind: 'refused',
        status: 404,
        code: 'payment-not-found',
      })
    })

    it('an invoice of the same node fails', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none', lightning: true })
      const other = await createStore({ wallet: 'none', lightning: true })
      const own = unwrap(await admin.lightning.createInvoice(other.id, { amount: '1000', expiry: 600 }))
      expect(await admin.lightning.pay(store.id, { BOLT11: own.BOLT11 })).toMatchObject({
        kind: 'refused',
        status: 400,
      })
      expect(unwrap(await admin.lightning.getInvoice(other.id, own.id)).status).toBe('Unpaid')
    })

    it('may stay pending and is then found by its hash', async ({ skip }) => {
      const { admin, createStore, target } = world()
      const { lightning } = target
      if (lightning?.hangNext === undefined) return skip('this target cannot make a payment hang')
      const store = await createStore({ wallet: 'none', lightning: true })
      for (const end of ['complete', 'fail'] as const) {
        const { bolt11, paymentHash: hash } = await lightning.createInvoice(60_000n)
        const hanging = await lightning.hangNext()
        const pending = unwrap(await admin.lightning.pay(store.id, { BOLT11: bolt11, sendTimeout: 5 }))
        expect(pending.state).toBe('pending')
        // Pending payments are never listed, even on request: only the hash finds them.
        const listed = unwrap(await admin.lightning.listPayments(store.id, { includePending: true }))
        expect(listed.map((one) => one.paymentHash)).not.toContain(hash)
        expect(unwrap(await admin.lightning.getPayment(store.id, hash)).status).toBe('Pending')
        await hanging[end]()
        await eventually('the payment has ended', async () => {
          const { status } = unwrap(await admin.lightning.getPayment(store.id, hash))
          return status === (end === 'complete' ? 'Complete' : 'Failed') ? true : undefined
        })
      }
    })

    it('without a route is refused', async ({ skip }) => {
      const { admin, createStore, target } = world()
      const { lightning } = target
      if (lightning?.failNext === undefined) return skip('this target cannot cut a route')
      const store = await createStore({ wallet: 'none', lightning: true })
      const { bolt11 } = await lightning.createInvoice(70_000n)
      await lightning.failNext()
      expect(await admin.lightning.pay(store.id, { BOLT11: bolt11 })).toMatchObject({
        kind: 'refused',
        status: 400,
        code: 'could-not-find-route',
      })
    })
  })
}
