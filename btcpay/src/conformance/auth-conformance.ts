import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { namesPath, unwrap } from '../outcome.ts'
import { storeUser } from '../wire/users.ts'
import { uniqueEmail, type World } from './world.ts'

/** Behaviors 1 to 6, 8, 9 and 12: keys, users and what they may do. */
export const authConformance = (world: () => World): void => {
  describe('keys', () => {
    it('without a right are refused with its name (1)', async () => {
      const { admin, createStore, withPermissions } = world()
      const store = await createStore({ wallet: 'none' })
      const viewer = await withPermissions([`btcpay.store.canviewinvoices:${store.id}`])
      expect(await viewer.stores.update(store.id, { name: 'x' })).toMatchObject({
        kind: 'refused',
        status: 403,
        code: 'missing-permission',
        missingPermission: 'btcpay.store.canmodifystoresettings',
      })
      expect(await viewer.invoices.list(store.id, { take: 1 })).toMatchObject({ kind: 'ok' })
      expect(unwrap(await admin.stores.get(store.id)).name).toBe('Conformance')
    })

    it('read themselves until they are revoked, and a password is not a key (2)', async () => {
      const { admin, createUserWithPassword, withKey } = world()
      const { basic } = await createUserWithPassword()
      const permissions = ['btcpay.store.canviewinvoices', 'btcpay.user.canviewprofile']
      const created = unwrap(await admin.keys.create({ label: 'two', permissions }))
      expect(created.apiKey).toMatch(/^[0-9a-f]{40}$/)
      const client = withKey(created.apiKey)
      const current = unwrap(await client.keys.current())
      expect(current).toMatchObject({ apiKey: created.apiKey, label: 'two' })
      expect([...current.permissions].sort()).toEqual(permissions)
      expect(await basic.keys.current()).toMatchObject({ kind: 'refused', status: 401 })
      unwrap(await client.keys.revokeCurrent())
      expect(await client.keys.current()).toMatchObject({ kind: 'refused', status: 401, code: 'unauthenticated' })
    })

    it('that were never issued are refused', async () => {
      const stranger = world().withKey('0'.repeat(40))
      expect(await stranger.stores.list()).toMatchObject({ kind: 'refused', status: 401, code: 'unauthenticated' })
      expect(await world().anonymous.stores.list()).toMatchObject({ kind: 'refused', status: 401 })
      expect(await world().anonymous.server.health()).toMatchObject({ kind: 'ok' })
    })

    it('of one store neither create stores nor read others (3)', async () => {
      const { createStore, withPermissions } = world()
      const store = await createStore({ wallet: 'none' })
      const other = await createStore({ wallet: 'none' })
      const scoped = await withPermissions([`btcpay.store.canmodifystoresettings:${store.id}`])
      expect(await scoped.stores.create({ name: 'x' })).toMatchObject({ kind: 'refused', status: 403 })
      expect(unwrap(await scoped.stores.list()).map((one) => one.id)).toEqual([store.id])
      expect(await scoped.stores.get(other.id)).toMatchObject({ kind: 'refused', status: 403 })
      const unscoped = await withPermissions(['btcpay.store.canmodifystoresettings'])
      expect(await unscoped.stores.create({ name: 'x' })).toMatchObject({ kind: 'ok' })
    })

    it('are created only by unrestricted keys and revoked once (4)', async () => {
      const { admin, withPermissions } = world()
      const restricted = await withPermissions(['btcpay.store.canmodifystoresettings'])
      expect(await restricted.keys.create({})).toMatchObject({ kind: 'refused', status: 403 })
      const { apiKey } = unwrap(await admin.keys.create({}))
      unwrap(await admin.keys.revoke(apiKey))
      expect(await admin.keys.revoke(apiKey)).toMatchObject({ kind: 'refused', status: 400, code: 'apikey-not-found' })
    })

    it('with a malformed permission are refused', async () => {
      const outcome = await world().admin.keys.create({ permissions: ['Not A Permission'] })
      expect(outcome).toMatchObject({ kind: 'refused', status: 422 })
    })

    it('for another user are created by id or email and grant no more than the user may do (5)', async () => {
      const { admin, createStore, createUser, withKey } = world()
      const user = await createUser()
      const store = await createStore({ wallet: 'none' })
      const permissions = [`btcpay.store.canviewstoresettings:${store.id}`]
      const byId = unwrap(await admin.keys.createForUser(user.id, { permissions }))
      const byEmail = unwrap(await admin.keys.createForUser(user.email, { permissions }))
      expect(await admin.keys.createForUser(randomUUID(), {})).toMatchObject({
        kind: 'refused',
        status: 404,
        code: 'user-not-found',
      })
      for (const { apiKey } of [byId, byEmail]) {
        expect(await withKey(apiKey).stores.get(store.id)).toMatchObject({ kind: 'refused', status: 403 })
      }
      unwrap(await admin.users.addToStore(store.id, { id: user.id, storeRole: 'Owner' }))
      for (const { apiKey } of [byId, byEmail]) {
        expect(await withKey(apiKey).stores.get(store.id)).toMatchObject({ kind: 'ok' })
      }
      unwrap(await admin.keys.revokeForUser(user.id, byId.apiKey))
      expect(await withKey(byId.apiKey).stores.get(store.id)).toMatchObject({ kind: 'refused', status: 401 })
    })
  })

  describe('users', () => {
    it('who are locked are refused with key and password until they are unlocked (6)', async () => {
      const { admin, createUserWithPassword, withPermissions } = world()
      const { user, basic } = await createUserWithPassword()
      const client = await withPermissions(['btcpay.user.canviewprofile'], user.id)
      const setLocked = async (locked: boolean) => {
        const path = `/api/v1/users/${user.id}/lock`
        unwrap(await admin.send({ method: 'POST', path, body: { locked }, answer: 'nothing' }))
      }
      expect(unwrap(await client.users.me()).id).toBe(user.id)
      expect(await basic.users.me()).toMatchObject({ kind: 'ok' })
      await setLocked(true)
      const lockedOut = { kind: 'refused', status: 401, code: 'unauthenticated' }
      expect(await client.users.me()).toMatchObject(lockedOut)
      expect(await basic.users.me()).toMatchObject(lockedOut)
      await setLocked(false)
      expect(await client.users.me()).toMatchObject({ kind: 'ok' })
      expect(await basic.users.me()).toMatchObject({ kind: 'ok' })
    })

    it('need a unique email and no password (8)', async () => {
      const { admin } = world()
      const email = uniqueEmail()
      const created = unwrap(await admin.users.create({ email, sendInvitationEmail: false }))
      expect(created).toMatchObject({ email, roles: [] })
      expect(namesPath(await admin.users.create({ email, sendInvitationEmail: false }), 'Email')).toBe(true)
      expect(namesPath(await admin.users.create({ email: 'nonsense', sendInvitationEmail: false }), 'Email')).toBe(true)
    })

    it('are not created anonymously once there is an administrator, nor made administrators by others (8)', async () => {
      const { anonymous, createUser, withPermissions } = world()
      const stranger = await anonymous.users.create({ email: uniqueEmail(), password: randomUUID() })
      expect(stranger).toMatchObject({ kind: 'refused', status: 401, code: 'unauthenticated' })
      const user = await createUser()
      const plain = await withPermissions(['unrestricted'], user.id)
      expect(await plain.users.create({ email: uniqueEmail(), isAdministrator: true })).toMatchObject({
        kind: 'refused',
        status: 403,
      })
    })

    it('who do not exist are not found (9)', async () => {
      expect(await world().admin.users.get(randomUUID())).toMatchObject({ kind: 'refused', status: 404 })
    })

    it('join a store once, and its last owner stays (12)', async () => {
      const { admin, createStore, createUser, withPermissions } = world()
      const store = await createStore({ wallet: 'none' })
      const user = await createUser()
      unwrap(await admin.users.addToStore(store.id, { id: user.email, storeRole: 'Manager' }))
      expect(await admin.users.addToStore(store.id, { id: user.id, storeRole: 'Owner' })).toMatchObject({
        kind: 'refused',
        status: 409,
        code: 'duplicate-store-user-role',
      })
      const manager = await withPermissions([`btcpay.store.canmodifystoresettings:${store.id}`], user.id)
      expect(await manager.users.addToStore(store.id, { id: uniqueEmail() })).toMatchObject({
        kind: 'refused',
        status: 403,
      })
      const path = `/api/v1/stores/${store.id}/users`
      expect(await manager.send({ method: 'GET', path, answer: z.array(storeUser) })).toMatchObject({ kind: 'ok' })
      const owner = unwrap(await admin.users.me()).id
      expect(await admin.send({ method: 'DELETE', path: `${path}/${owner}`, answer: 'nothing' })).toMatchObject({
        kind: 'refused',
        status: 409,
        code: 'store-user-role-orphaned',
      })
    })
  })
}
