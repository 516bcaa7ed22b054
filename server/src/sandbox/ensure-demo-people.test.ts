import { login, verify } from '@bitquay/contract/accounts'
import { merchantSecurity } from '@bitquay/contract/accounts.security'
import { afterEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { ask, signInAs } from '../../test/people.ts'
import type { Deps } from '../deps.ts'
import { ensureDemoPeople } from './ensure-demo-people.ts'

let app: TestApp
afterEach(() => app.close())

/** The same server on another address. */
const at = (deps: Deps, change: Partial<Deps['config']>): Deps => ({ ...deps, config: { ...deps.config, ...change } })

test('on loopback everyone has the password of the README, and three partners share the pool', async () => {
  app = await startTestApp()
  const people = await ensureDemoPeople(app.deps)
  expect(people.slice(0, 3)).toEqual([
    { role: 'admin', email: 'admin@bitquay.test', password: 'bitquay-demo-1' },
    { role: 'merchant', email: 'merchant@bitquay.test', password: 'bitquay-demo-1' },
    { role: 'partner', email: 'partner@bitquay.test', password: 'bitquay-demo-1' },
  ])
  for (const { email, password } of people) await signInAs(app, { email }, { password: String(password) })
  const shares = await app.deps.db.selectFrom('partners').select('sharePercentage').orderBy('id').execute()
  expect(shares.map(({ sharePercentage }) => sharePercentage)).toEqual(['33.33', '41.67', '25.00'])
  const roles = await app.deps.db.selectFrom('merchantUsers').select('role').orderBy('role').execute()
  expect(roles).toEqual([{ role: 'admin' }, { role: 'user' }])
})

test('can run at every start and in several servers at once', async () => {
  app = await startTestApp()
  const runs = await Promise.all(Array.from({ length: 4 }, () => ensureDemoPeople(app.deps)))
  for (const people of runs) expect(people).toEqual(runs[0])
  const token = await signInAs(app, { email: 'merchant@bitquay.test' }, { password: 'bitquay-demo-1' })
  expect(await ensureDemoPeople(app.deps)).toEqual(runs[0])
  expect((await ask(app, verify, { token })).status).toBe(200)
  const addresses = await app.deps.db.selectFrom('emailAddresses').select('email').execute()
  expect(addresses).toHaveLength(runs[0]?.length ?? 0)
})

test('where others can reach us each person has their own password, the same at every start', async () => {
  app = await startTestApp()
  await ensureDemoPeople(app.deps)
  const token = await signInAs(app, { email: 'admin@bitquay.test' }, { password: 'bitquay-demo-1' })

  const open = at(app.deps, { onLoopback: false })
  const people = await ensureDemoPeople(open)
  expect(new Set(people.map(({ password }) => password)).size).toBe(people.length)
  expect((await ask(app, verify, { token })).status).toBe(401)
  for (const { email, password } of people) {
    expect(password).toMatch(/^[\w-]{20}$/)
    const known = await ask(app, login, { body: { email, password: 'bitquay-demo-1' } })
    expect(known.status).toBe(401)
    await signInAs(app, { email }, { password: String(password) })
  }
  expect(await ensureDemoPeople(at(app.deps, { onLoopback: false }))).toEqual(people)
  expect((await ensureDemoPeople(app.deps)).every(({ password }) => password === 'bitquay-demo-1')).toBe(true)
})

test('a password that someone chose is kept and not printed', async () => {
  app = await startTestApp()
  await ensureDemoPeople(app.deps)
  const email = 'merchant@bitquay.test'
  const token = await signInAs(app, { email }, { password: 'bitquay-demo-1' })
  const body = { currentPassword: 'bitquay-demo-1', newPassword: 'my own mooring 5' }
  expect((await ask(app, merchantSecurity.changePassword, { token, body })).status).toBe(200)
  const people = await ensureDemoPeople(app.deps)
  expect(people.find((person) => person.email === email)?.password).toBeUndefined()
  expect((await ask(app, verify, { token })).status).toBe(200)
  await signInAs(app, { email }, { password: 'my own mooring 5' })
})

test('nobody is created in live mode or without demo data', async () => {
  app = await startTestApp({ DEMO_DATA: 'false' })
  expect(await ensureDemoPeople(app.deps)).toEqual([])
  expect(await ensureDemoPeople(at(app.deps, { demoData: true, mode: 'live' }))).toEqual([])
  expect(await app.deps.db.selectFrom('emailAddresses').selectAll().execute()).toEqual([])
})
