import { login } from '@bitquay/contract/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant, ask, password } from '../../test/people.ts'
import { solveProof } from '../../test/proof.ts'
import { createApp } from '../app.ts'
import { createDeps } from '../create-deps.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

let network = 0
/** An address that no other test has used. */
const newAddress = () => `10.1.0.${++network}`

/** Signs in as a browser does, which solves a proof of work if it is required. */
const tryWithProof = async (request: { body: object; from: string }) => {
  const first = await ask(app, login, request)
  return first.status === 428 ? ask(app, login, { ...request, headers: { 'bitquay-proof': solveProof(first) } }) : first
}

describe('limits', () => {
  test('of 30 wrong passwords from one source at the same time 5 are checked', async () => {
    const { email } = await addMerchant(app)
    const original = app.deps.passwords
    let checkedPasswords = 0
    app.deps.passwords = {
      ...original,
      verify: (hash, given) => {
        checkedPasswords += 1
        return original.verify(hash, given)
      },
    }
    const from = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => ask(app, login, { body: { email, password: `guess ${i}` }, from })),
    )
    app.deps.passwords = original
    expect(checkedPasswords).toBe(5)
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
    expect((await ask(app, login, { body: { email, password }, from: newAddress() })).status).toBe(200)
    // From this source the right password has to wait too, longer each time that the limit is reached again.
    const waits = []
    for (let round = 0; round < 3; round++) {
      const refused = await ask(app, login, { body: { email, password }, from })
      expect(refused.status).toBe(429)
      waits.push(Math.ceil(Number(refused.headers['retry-after']) / 60))
      await app.advance(Number(refused.headers['retry-after']) + 1)
      if (round === 2) break
      for (let i = 0; i < 5; i++) await tryWithProof({ body: { email, password: 'wrong one' }, from })
    }
    expect(waits).toEqual([1, 2, 4])
    expect((await tryWithProof({ body: { email, password }, from })).status).toBe(200)
  })

  test('two processes on one database together check 10 passwords of an account from any number of sources', async () => {
    // What a process keeps in memory is created anew. The database is the same.
    const deps = createDeps(app.deps.config, app.deps.db, app.deps.engine)
    const second = { ...app, deps, app: await createApp(deps) }
    const { email } = await addMerchant(app)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        ask(i % 2 ? app : second, login, { body: { email, password: `guess ${i}` }, from: newAddress() }),
      ),
    )
    await second.app.close()
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 428)).toHaveLength(20)
  })

  test('correct passwords at the same time are no failures, and a success clears earlier ones', async () => {
    const { email } = await addMerchant(app)
    const from = newAddress()
    for (let i = 0; i < 4; i++) await ask(app, login, { body: { email, password: 'wrong one' }, from })
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => ask(app, login, { body: { email, password }, from })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    for (let i = 0; i < 4; i++) {
      expect((await ask(app, login, { body: { email, password: 'wrong one' }, from })).status).toBe(401)
    }
  })

  test('one source may fail 30 times a minute over all accounts, which does not block others', async () => {
    const from = newAddress()
    const tries = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        ask(app, login, { body: { email: `guess-${i}@example.test`, password: 'wrong one' }, from }),
      ),
    )
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(30)
    const person = await addMerchant(app)
    expect((await ask(app, login, { body: { email: person.email, password }, from })).status).toBe(429)
    expect((await ask(app, login, { body: { email: person.email, password }, from: newAddress() })).status).toBe(200)
    await app.advance(61)
    expect((await ask(app, login, { body: { email: person.email, password }, from })).status).toBe(200)
  })

  test('RATE_LIMITS=off counts nothing', async () => {
    const open = await startTestApp({ RATE_LIMITS: 'off' })
    try {
      const { email } = await addMerchant(open)
      for (let i = 0; i < 8; i++) {
        expect((await ask(open, login, { body: { email, password: 'wrong one' } })).status).toBe(401)
      }
      expect(await open.deps.db.selectFrom('attemptLimits').selectAll().execute()).toEqual([])
    } finally {
      await open.close()
    }
  })
})
