import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { namesPath, unwrap } from '../outcome.ts'
import { LIGHTNING, ON_CHAIN } from '../wire/payment-methods.ts'
import type { World } from './world.ts'

const NO_SUCH_STORE = '9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776'

/** Behavior 10, the defaults that we rely on, and payment methods. */
export const storeConformance = (world: () => World): void => {
  describe('the server', () => {
    it('reports its version and state', async () => {
      const server = unwrap(await world().admin.server.info())
      expect(server.supportedPaymentMethods).toContain(ON_CHAIN)
      expect(server.fullySynched).toBe(true)
      expect(server.version).toMatch(/^\d+\.\d+/)
    })
  })

  describe('stores', () => {
    it('start with the defaults that we rely on', async () => {
      const { admin } = world()
      const created = unwrap(await admin.stores.create({ name: 'Fresh' }))
      expect(created.id).toMatch(/^[1-9A-HJ-NP-Za-km-z]{42,44}$/)
      expect(unwrap(await admin.stores.get(created.id))).toMatchObject({
        name: 'Fresh',
        defaultCurrency: 'USD',
        invoiceExpiration: 900,
        monitoringExpiration: 86400,
        displayExpirationTimer: 300,
        speedPolicy: 'MediumSpeed',
        paymentTolerance: 0,
        networkFeeMode: 'MultiplePaymentsOnly',
        archived: false,
      })
    })

    it('are updated by merging', async () => {
      const { admin } = world()
      const { id } = unwrap(await admin.stores.create({ name: 'One', website: 'https://one.example' }))
      const updated = unwrap(await admin.stores.update(id, { speedPolicy: 'LowSpeed', website: null }))
      expect(updated).toMatchObject({ name: 'One', speedPolicy: 'LowSpeed', website: 'https://one.example' })
      expect(unwrap(await admin.stores.update(id, { archived: true })).archived).toBe(true)
      expect(unwrap(await admin.stores.get(id))).toMatchObject({ name: 'One', archived: true })
    })

    it('refuse malformed URLs and colors (10)', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none' })
      const outcome = await admin.stores.update(store.id, { cssUrl: 'nope', logoUrl: 'nope', brandColor: 'nope' })
      for (const path of ['CssUrl', 'LogoUrl', 'BrandColor']) expect(namesPath(outcome, path)).toBe(true)
      expect(namesPath(await admin.stores.create({ name: '' }), 'Name')).toBe(true)
    })

    it('return old names of payment methods as the new ones (10)', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none' })
      const criteria = { paymentMethodId: 'BTC', currencyCode: 'USD', amount: '10', above: true }
      const updated = unwrap(await admin.stores.update(store.id, { paymentMethodCriteria: [criteria] }))
      expect(updated.paymentMethodCriteria).toMatchObject([{ paymentMethodId: ON_CHAIN, above: true }])
    })

    it('that a user left stay visible to administrators and to no one else (10)', async () => {
      const { admin, createUser, withPermissions } = world()
      const user = await createUser()
      const owner = await withPermissions(['btcpay.store.canmodifystoresettings'], user.id)
      const { id } = unwrap(await owner.stores.create({ name: 'Mine' }))
      expect(await admin.stores.get(id)).toMatchObject({ kind: 'ok' })
      // A server administrator may read a store, and nothing more.
      expect(await admin.stores.update(id, { name: 'Theirs' })).toMatchObject({ kind: 'refused', status: 403 })
      unwrap(await owner.stores.leave(id))
      expect(await owner.stores.get(id)).toMatchObject({ kind: 'refused', status: 403 })
      expect(await admin.stores.get(id)).toMatchObject({ kind: 'ok' })
    })

    it('limit a guest with an unrestricted key to a guest’s rights (10)', async () => {
      const { admin, createStore, createUser, withPermissions } = world()
      const store = await createStore({ wallet: 'none' })
      const user = await createUser()
      unwrap(await admin.users.addToStore(store.id, { id: user.id, storeRole: 'Guest' }))
      const guest = await withPermissions(['unrestricted'], user.id)
      expect(await guest.stores.update(store.id, { name: 'x' })).toMatchObject({ kind: 'refused', status: 403 })
      expect(await guest.invoices.list(store.id, { take: 1 })).toMatchObject({ kind: 'ok' })
    })

    it('that do not exist are forbidden rather than not found', async () => {
      const { admin } = world()
      expect(await admin.stores.get(NO_SUCH_STORE)).toMatchObject({ kind: 'refused', status: 403 })
      expect(await admin.invoices.list(NO_SUCH_STORE, { take: 1 })).toMatchObject({ kind: 'refused', status: 403 })
    })
  })

  describe('payment methods', () => {
    it('show their settings only to those who may change them', async () => {
      const { admin, createStore, withPermissions } = world()
      const store = await createStore({ lightning: true })
      const viewer = await withPermissions([`btcpay.store.canviewstoresettings:${store.id}`])
      const plain = unwrap(await viewer.paymentMethods.list(store.id))
      expect(plain.map((one) => one.paymentMethodId).sort()).toEqual([ON_CHAIN, LIGHTNING])
      expect(plain.every((one) => one.enabled && (one.config ?? null) === null)).toBe(true)
      expect(await viewer.paymentMethods.list(store.id, { includeConfig: true })).toMatchObject({
        kind: 'refused',
        status: 403,
      })
      const full = unwrap(await admin.paymentMethods.list(store.id, { includeConfig: true }))
      expect(full.every((one) => (one.config ?? null) !== null)).toBe(true)
    })

    it('are no longer available at the old routes (1)', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none' })
      const path = `/api/v1/stores/${store.id}/payment-methods/LightningNetwork/BTC`
      expect(await admin.send({ method: 'GET', path, answer: z.unknown() })).toMatchObject({
        kind: 'refused',
        status: 410,
        code: 'unsupported-in-v2',
      })
    })

    it('are disabled and enabled, and are not found where there are none', async () => {
      const { admin, createStore } = world()
      const store = await createStore()
      unwrap(await admin.paymentMethods.put(store.id, ON_CHAIN, { enabled: false }))
      expect(unwrap(await admin.paymentMethods.list(store.id, { onlyEnabled: true }))).toEqual([])
      expect(unwrap(await admin.paymentMethods.get(store.id, ON_CHAIN)).enabled).toBe(false)
      expect(await admin.paymentMethods.get(store.id, LIGHTNING)).toMatchObject({
        kind: 'refused',
        status: 404,
        code: 'paymentmethod-not-found',
      })
    })
  })
}
