import { login } from '@bitquay/contract/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Answered, addAdmin, addMerchant, ask, password, type Someone } from '../../test/people.ts'
import { cookieOf, solveProof } from '../../test/proof.ts'

let app: TestApp
/** How many passwords were compared with a hash. */
let checkedPasswords = 0
beforeAll(async () => {
  app = await startTestApp()
  const { passwords } = app.deps
  app.deps.passwords = {
    ...passwords,
    verify: (hash, given) => {
      checkedPasswords += 1
      return passwords.verify(hash, given)
    },
  }
})
afterAll(() => app.close())

let network = 0
/** An address that no other test has used. */
const newAddress = () => {
  network += 1
  return `10.${20 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}`
}

type Attempt = { password?: string; from?: string; cookie?: string; proof?: string }

const trySignIn = (email: string, attempt: Attempt = {}): Promise<Answered> =>
  ask(app, login, {
    body: { email, password: attempt.password ?? password },
    from: attempt.from ?? newAddress(),
    headers: {
      ...(attempt.cookie ? { cookie: attempt.cookie } : {}),
      ...(attempt.proof ? { 'bitquay-proof': attempt.proof } : {}),
    },
  })

const guess = (email: string, from?: string) =>
  trySignIn(email, { password: 'a wrong guess', ...(from === undefined ? {} : { from }) })

/** Signs in as the owner, on a device that the platform has not seen. */
const signInOnNewDevice = async (email: string) => {
  const from = newAddress()
  const first = await trySignIn(email, { from })
  return first.status === 428 ? trySignIn(email, { from, proof: solveProof(first) }) : first
}

const wave = async (email: string, sources: readonly string[]) => {
  const answers: Answered[] = []
  for (let at = 0; at < sources.length; at += 50) {
    answers.push(...(await Promise.all(sources.slice(at, at + 50).map((from) => guess(email, from)))))
  }
  return answers
}

describe('the owner can sign in to an account under attack', () => {
  const cases: [string, () => Promise<Someone>, number][] = [
    ['a merchant', () => addMerchant(app), 30],
    ['an admin', () => addAdmin(app), 15],
  ]

  test.each(cases)('%s: six wrong passwords every 64 minutes from another source', async (_, add, rounds) => {
    const { email } = await add()
    const known = cookieOf(await trySignIn(email))
    const attacker = newAddress()
    const before = checkedPasswords
    let refused = 0
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < 6; i++) if ((await guess(email, attacker)).status !== 401) refused += 1
      if (round % 5 === 0) {
        expect((await trySignIn(email, { cookie: known })).status, 'on a known device').toBe(200)
        expect((await signInOnNewDevice(email)).status, 'on a new one').toBe(200)
      }
      await app.advance(64 * 60)
    }
    expect(checkedPasswords - before, 'guesses stay few').toBeLessThan(100)
    expect(refused).toBeGreaterThan(rounds)
    expect((await signInOnNewDevice(email)).status).toBe(200)
  })

  test.each(cases)('%s: a botnet of 500 sources', async (_, add) => {
    const { email } = await add()
    const known = cookieOf(await trySignIn(email))
    const sources = Array.from({ length: 500 }, newAddress)
    const before = checkedPasswords
    const answers = await wave(email, sources)
    expect(checkedPasswords - before, 'only the free ones are looked at').toBe(10)
    expect(answers.filter(({ status }) => status === 428)).toHaveLength(490)

    expect((await trySignIn(email, { cookie: known })).status, 'a known device gets in at once').toBe(200)
    const refused = await trySignIn(email)
    expect(refused, 'a new one is asked to work').toMatchObject({ status: 428, body: { code: 'proof-needed' } })
    expect((await signInOnNewDevice(email)).status).toBe(200)

    // The owner's success doesn't help the attackers.
    const again = checkedPasswords
    await wave(email, sources.slice(0, 100))
    expect(checkedPasswords - again).toBeLessThanOrEqual(1)
  })

  test('a known device is not blocked by failures at its own address', async () => {
    const { email } = await addMerchant(app)
    const from = newAddress()
    const known = cookieOf(await trySignIn(email, { from }))
    for (let i = 0; i < 8; i++) await guess(email, from)
    expect((await trySignIn(email, { from })).status).toBe(429)
    expect((await trySignIn(email, { from, cookie: known })).status).toBe(200)
    expect((await trySignIn(email, { cookie: known })).status, 'from any address').toBe(200)
  })
})
