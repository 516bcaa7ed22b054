import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from './testing/test-sandbox.ts'

/** Keys, users and stores: the cases that need the sandbox's own controls and can't be tested against any server. */
describe('accounts', () => {
  let sandbox: TestSandbox
  let count = 0
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())

  const basic = (email: string, password: string, path = '/api/v1/users/me') =>
    fetch(`${sandbox.url}${path}`, {
      headers: { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}` },
    }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as Record<string, unknown> }))

  const newUser = async (password = 'secret-1') => {
    const email = `user-${count++}@example.com`
    const { id } = await sandbox.ok<{ id: string }>('POST', '/api/v1/users', { email, password })
    const { apiKey } = await sandbox.ok<{ apiKey: string }>('POST', `/api/v1/users/${email}/api-keys`, {
      permissions: ['unrestricted'],
    })
    return { id, email, password, key: apiKey }
  }

  it('a locked account is refused at once, and works again when unlocked (6)', async () => {
    const user = await newUser()
    expect(await basic(user.email, user.password)).toMatchObject({ status: 200, body: { email: user.email } })
    await sandbox.ok('POST', `/api/v1/users/${user.id}/lock`, { locked: true })
    expect(await basic(user.email, user.password)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect(await sandbox.call('GET', '/api/v1/users/me', undefined, user.key)).toMatchObject({ status: 401 })
    await sandbox.ok('POST', `/api/v1/users/${user.id}/lock`, { locked: false })
    expect(await sandbox.call('GET', '/api/v1/users/me', undefined, user.key)).toMatchObject({ status: 200 })
    expect(await sandbox.call('POST', `/api/v1/users/${user.id}/approve`, { approved: true })).toMatchObject({
      status: 400,
      body: { code: 'invalid-state' },
    })
  })

  it('password logins are unlimited for five minutes, then throttled (7)', async () => {
    const user = await newUser()
    for (let tries = 0; tries < 8; tries++) expect((await basic(user.email, user.password)).status).toBe(200)
    await sandbox.control.clock({ advanceSeconds: 301 })
    const statuses = []
    for (let tries = 0; tries < 5; tries++) statuses.push((await basic(user.email, user.password)).status)
    expect(statuses).toEqual([200, 200, 200, 401, 401])
    expect((await basic(user.email, user.password)).body).toMatchObject({ message: 'Rate limited' })
    await sandbox.control.clock({ advanceSeconds: 60 })
    expect((await basic(user.email, user.password)).status).toBe(200)
  })

  it('a password with a colon never works', async () => {
    const user = await newUser('with:colon')
    expect((await basic(user.email, user.password)).status).toBe(401)
  })

  it('the only administrator cannot be deleted (9)', async () => {
    const answer = await sandbox.call('DELETE', '/api/v1/users/me')
    expect(answer).toMatchObject({ status: 403, text: '' })
    expect(await sandbox.call('DELETE', '/api/v1/users/nobody@example.com')).toMatchObject({ status: 404 })
    const user = await newUser()
    await sandbox.ok('DELETE', `/api/v1/users/${user.email}`)
    expect(await sandbox.call('GET', '/api/v1/users/me', undefined, user.key)).toMatchObject({ status: 401 })
  })

  it('the last owner cannot be removed from a store (12)', async () => {
    const shop = await sandbox.shop()
    const users = await sandbox.ok<{ id: string; storeRole: string }[]>('GET', `/api/v1/stores/${shop.storeId}/users`)
    expect(users).toMatchObject([{ storeRole: 'Owner' }])
    const path = `/api/v1/stores/${shop.storeId}/users/${users[0]?.id}`
    for (const answer of [
      await sandbox.call('DELETE', path),
      await sandbox.call('PUT', path, { storeRole: 'Guest' }),
    ]) {
      expect(answer).toMatchObject({ status: 409, body: { code: 'store-user-role-orphaned' } })
    }
    const other = await newUser()
    await sandbox.ok('POST', `/api/v1/stores/${shop.storeId}/users`, { id: other.email, storeRole: 'Owner' })
    await sandbox.ok('PUT', path, { storeRole: 'Guest' })
  })

  it('a store that its users have left takes no invoices', async () => {
    const shop = await sandbox.shop()
    const other = await newUser()
    await sandbox.ok('POST', `/api/v1/stores/${shop.storeId}/users`, { id: other.id, storeRole: 'Owner' })
    await sandbox.ok('POST', `/api/v1/users/${other.id}/lock`, { locked: true })
    const key = await sandbox.keyWith(`btcpay.store.cancreateinvoice:${shop.storeId}`)
    await sandbox.ok('DELETE', `/api/v1/stores/${shop.storeId}`)
    expect(await sandbox.call('POST', `/api/v1/stores/${shop.storeId}/invoices`, { amount: '1' }, key)).toMatchObject({
      status: 403,
    })
  })

  it('a user creates as many stores as the policy allows, an administrator any number (11)', async () => {
    const user = await newUser()
    await sandbox.control.policy({ storeQuota: 1 })
    const make = (key?: string) => sandbox.call('POST', '/api/v1/stores', { name: 'One more' }, key)
    expect(await make(user.key)).toMatchObject({ status: 200 })
    expect(await make(user.key)).toMatchObject({ status: 403, body: { code: 'store-limit-reached' } })
    expect(await make()).toMatchObject({ status: 200 })
    await sandbox.control.policy({ storeQuota: null })
    expect(await make(user.key)).toMatchObject({ status: 200 })
  })

  it('field names are read case-insensitively', async () => {
    const created = await sandbox.ok('POST', '/api/v1/stores', { NAME: 'Loud', SpeedPolicy: 'lowspeed' })
    expect(created).toMatchObject({ name: 'Loud', speedPolicy: 'LowSpeed' })
  })

  it('all state survives a restart', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice({ metadata: { orderId: 'kept' } })
    const key = await sandbox.keyWith(`btcpay.store.canviewinvoices:${shop.storeId}`)
    const before = sandbox.adminKey
    await sandbox.restart()
    expect(sandbox.adminKey).toBe(before)
    expect(
      await sandbox.ok('GET', `/api/v1/stores/${shop.storeId}/invoices?orderId=kept`, undefined, key),
    ).toMatchObject([{ id, status: 'New' }])
    await sandbox.control.clock({ advanceSeconds: 1000 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Expired' })
  })

  it('is refused a port in use and starts on a free one', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'sandbox-port-'))
    const port = Number(new URL(sandbox.url).port)
    await expect(startTestSandbox({ dir, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    const other = await startTestSandbox({ dir, port: 0 })
    expect(await other.call('GET', '/api/v1/health')).toMatchObject({ status: 200 })
    await other.stop()
    await rm(dir, { recursive: true, force: true })
  })

  it('serves the old wallet paths and reports that the old Lightning paths are gone (1)', async () => {
    const shop = await sandbox.shop()
    const base = `/api/v1/stores/${shop.storeId}/payment-methods`
    expect(await sandbox.call('GET', `${base}/onchain/BTC/wallet`)).toMatchObject({ status: 200 })
    expect(await sandbox.call('GET', `${base}/LightningNetwork/BTC`)).toMatchObject({
      status: 410,
      body: { code: 'unsupported-in-v2' },
    })
    expect(await sandbox.call('GET', `${base}/DOGE-CHAIN/wallet`)).toMatchObject({
      status: 404,
      body: { code: 'unknown-paymentMethodId' },
    })
  })

  it('serves the explorer on the same port', async () => {
    const shop = await sandbox.shop()
    const { id } = await shop.createInvoice()
    const { txid } = await sandbox.control.pay({ invoiceId: id })
    const answer = await fetch(`${sandbox.explorerUrl}/tx/${txid}`)
    expect(await answer.json()).toMatchObject({ txid, status: { confirmed: false } })
  })
})
