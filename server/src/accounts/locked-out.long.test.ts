import { afterAll, describe, expect, test } from 'vitest'
import { addAdmin, addMerchant, type Someone } from '../../test/people.ts'
import { cookieOf, solveProof } from '../../test/proof.ts'
import { startSignInAttempts } from '../../test/sign-in-attempts.ts'

const { app, countChecked, newAddress, trySignIn, guess, wave } = await startSignInAttempts()
afterAll(() => app.close())

/** Signs in as the owner, on a device that the platform has not seen. */
const signInOnNewDevice = async (email: string) => {
  const from = newAddress()
  const first = await trySignIn(email, { from })
  return first.status === 428 ? trySignIn(email, { from, proof: solveProof(first) }) : first
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
    const before = countChecked()
    let refused = 0
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < 6; i++) if ((await guess(email, attacker)).status !== 401) refused += 1
      if (round % 5 === 0) {
        expect((await trySignIn(email, { cookie: known })).status, 'on a known device').toBe(200)
        expect((await signInOnNewDevice(email)).status, 'on a new one').toBe(200)
      }
      await app.advance(64 * 60)
    }
    expect(countChecked() - before, 'guesses stay few').toBeLessThan(100)
    expect(refused).toBeGreaterThan(rounds)
    expect((await signInOnNewDevice(email)).status).toBe(200)
  })

  test.each(cases)('%s: a botnet of 500 sources', async (_, add) => {
    const { email } = await add()
    const known = cookieOf(await trySignIn(email))
    const sources = Array.from({ length: 500 }, newAddress)
    const before = countChecked()
    const answers = await wave(email, sources)
    expect(countChecked() - before, 'only the free ones are looked at').toBe(10)
    expect(answers.filter(({ status }) => status === 428)).toHaveLength(490)

    expect((await trySignIn(email, { cookie: known })).status, 'a known device gets in at once').toBe(200)
    const refused = await trySignIn(email)
    expect(refused, 'a new one is asked to work').toMatchObject({ status: 428, body: { code: 'proof-needed' } })
    expect((await signInOnNewDevice(email)).status).toBe(200)

    // The owner's success doesn't help the attackers.
    const again = countChecked()
    await wave(email, sources.slice(0, 100))
    expect(countChecked() - again).toBeLessThanOrEqual(1)
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
