import { login } from '@bitquay/contract/auth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Answered, addAdmin, addMerchant, ask, password, type Someone } from '../../test/people.ts'
import { cookieOf, solveProof } from '../../test/proof.ts'
import { createApp } from '../app.ts'
import { createDeps } from '../create-deps.ts'
import { bitsFor } from './proof-of-work.ts'

let app: TestApp
/** How many passwords were compared with a hash. */
let looked = 0
beforeAll(async () => {
  app = await startTestApp()
  const { passwords } = app.deps
  app.deps.passwords = {
    ...passwords,
    verify: (hash, given) => {
      looked += 1
      return passwords.verify(hash, given)
    },
  }
})
afterAll(() => app.close())

let network = 0
/** An address that no other test has used. */
const elsewhere = () => {
  network += 1
  return `10.${20 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}`
}

type Trying = { password?: string; from?: string; cookie?: string; proof?: string }

const trySignIn = (email: string, trying: Trying = {}): Promise<Answered> =>
  ask(app, login, {
    body: { email, password: trying.password ?? password },
    from: trying.from ?? elsewhere(),
    headers: {
      ...(trying.cookie ? { cookie: trying.cookie } : {}),
      ...(trying.proof ? { 'bitquay-proof': trying.proof } : {}),
    },
  })

const guess = (email: string, from?: string) =>
  trySignIn(email, { password: 'a wrong guess', ...(from === undefined ? {} : { from }) })

/** The owner, on a device that the platform has not seen. */
const signInOnNewDevice = async (email: string) => {
  const from = elsewhere()
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

describe('an account under attack lets its owner in', () => {
  const cases: [string, () => Promise<Someone>, number][] = [
    ['a merchant', () => addMerchant(app), 30],
    ['an admin', () => addAdmin(app), 15],
  ]

  test.each(cases)(
    '%s: six wrong passwords every 64 minutes from elsewhere, round after round',
    async (_, add, rounds) => {
      const { email } = await add()
      const known = cookieOf(await trySignIn(email))
      const attacker = elsewhere()
      const before = looked
      let refused = 0
      for (let round = 0; round < rounds; round++) {
        for (let i = 0; i < 6; i++) if ((await guess(email, attacker)).status !== 401) refused += 1
        if (round % 5 === 0) {
          expect((await trySignIn(email, { cookie: known })).status, 'on a known device').toBe(200)
          expect((await signInOnNewDevice(email)).status, 'on a new one').toBe(200)
        }
        await app.advance(64 * 60)
      }
      expect(looked - before, 'guesses stay few').toBeLessThan(100)
      expect(refused).toBeGreaterThan(rounds)
      expect((await signInOnNewDevice(email)).status).toBe(200)
    },
  )

  test.each(cases)('%s: a botnet of 500 sources', async (_, add) => {
    const { email } = await add()
    const known = cookieOf(await trySignIn(email))
    const sources = Array.from({ length: 500 }, elsewhere)
    const before = looked
    const answers = await wave(email, sources)
    expect(looked - before, 'only the free ones are looked at').toBe(10)
    expect(answers.filter(({ status }) => status === 428)).toHaveLength(490)

    expect((await trySignIn(email, { cookie: known })).status, 'a known device gets in at once').toBe(200)
    const refused = await trySignIn(email)
    expect(refused, 'a new one is asked to work').toMatchObject({ status: 428, body: { code: 'proof-needed' } })
    expect((await signInOnNewDevice(email)).status).toBe(200)

    // The owner's success leaves the attackers where they were.
    const again = looked
    await wave(email, sources.slice(0, 100))
    expect(looked - again).toBeLessThanOrEqual(1)
  })

  test('a known device is not held up by what happens at its own address either', async () => {
    const { email } = await addMerchant(app)
    const from = elsewhere()
    const known = cookieOf(await trySignIn(email, { from }))
    for (let i = 0; i < 8; i++) await guess(email, from)
    expect((await trySignIn(email, { from })).status).toBe(429)
    expect((await trySignIn(email, { from, cookie: known })).status).toBe(200)
    expect((await trySignIn(email, { cookie: known })).status, 'from any address').toBe(200)
  })
})

describe('a proof of work', () => {
  const underAttack = async () => {
    const { email } = await addMerchant(app)
    await wave(email, Array.from({ length: 12 }, elsewhere))
    return email
  }

  test('works once, also for many at the same moment', async () => {
    const email = await underAttack()
    const from = elsewhere()
    const proof = solveProof(await trySignIn(email, { from }))
    const before = looked
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => trySignIn(email, { from, proof, password: 'a wrong guess' })),
    )
    expect(looked - before).toBe(1)
    expect(answers.filter(({ status }) => status === 428)).toHaveLength(9)
    expect((await trySignIn(email, { from, proof })).status).toBe(428)
  })

  test('is for one account and one source, and expires', async () => {
    const [email, other] = [await underAttack(), await underAttack()]
    const from = elsewhere()
    const proof = solveProof(await trySignIn(email, { from }))
    expect((await trySignIn(other, { from, proof })).status).toBe(428)
    expect((await trySignIn(email, { proof })).status).toBe(428)
    await app.advance(3 * 60 + 1)
    expect((await trySignIn(email, { from, proof })).status).toBe(428)
  })

  test('cannot be made up or made easier', async () => {
    const email = await underAttack()
    const from = elsewhere()
    const asked = await trySignIn(email, { from })
    const { text } = asked.body.challenge as { text: string }
    const easier = text.replace(/^(\d+)\.\d+\./, '$1.0.')
    const later = text.replace(/^\d+/, (expiry) => String(Number(expiry) + 86_400_000))
    const good = solveProof(asked)
    for (const proof of [`${text}:zz`, `${easier}:1`, `${later}:1`, 'x', `${good} `, good.replace(/:\w+$/, ':')]) {
      expect((await trySignIn(email, { from, proof })).status, proof).toBe(428)
    }
    expect((await trySignIn(email, { from, proof: good })).status).toBe(200)
  })

  test('costs more the more often sign-ins fail, up to what a phone can do', () => {
    expect([10, 20, 40, 320, 1_000_000].map(bitsFor)).toEqual([15, 16, 17, 20, 20])
  })

  test('is asked for unknown addresses in the same way', async () => {
    const email = await underAttack()
    const nobody = `nobody-${network}@example.test`
    await wave(nobody, Array.from({ length: 12 }, elsewhere))
    const [known, unknown] = [await guess(email), await guess(nobody)]
    for (const answer of [known, unknown]) {
      expect(answer.status).toBe(428)
      expect(answer.body.challenge).toEqual({ text: expect.any(String), bits: 15 })
    }
    expect(known.body.message).toBe(unknown.body.message)
    const from = elsewhere()
    const proof = solveProof(await guess(nobody, from))
    expect(await trySignIn(nobody, { from, proof })).toMatchObject({
      status: 401,
      body: { code: 'invalid-credentials' },
    })
  })
})

describe('the cookie of a known device', () => {
  test('is signed, hidden from scripts, and only left by a whole sign-in', async () => {
    const { email } = await addMerchant(app)
    const answer = await trySignIn(email)
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^bitquay_device=[\w.~-]+; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    )
    expect((await guess(email)).headers['set-cookie']).toBeUndefined()
  })

  test('is good for the accounts that signed in with it and for no other, and cannot be made up', async () => {
    const [mine, also, other] = [await addMerchant(app), await addAdmin(app), await addMerchant(app)]
    const first = cookieOf(await trySignIn(mine.email))
    const both = cookieOf(await trySignIn(also.email, { cookie: first }))
    for (const { email } of [mine, also, other]) await wave(email, Array.from({ length: 12 }, elsewhere))
    for (const { email } of [mine, also]) expect((await trySignIn(email, { cookie: both })).status).toBe(200)
    expect((await trySignIn(other.email, { cookie: both })).status).toBe(428)
    const forged = both.replace(/\.[\w-]+$/, `.${'A'.repeat(43)}`)
    for (const cookie of [forged, 'bitquay_device=x', 'bitquay_device=a.b.c']) {
      expect((await trySignIn(mine.email, { cookie })).status, cookie).toBe(428)
    }
  })

  test('has a limit of its own: whoever took it guesses no faster', async () => {
    const { email } = await addMerchant(app)
    const cookie = cookieOf(await trySignIn(email))
    const answers = []
    for (let i = 0; i < 12; i++) answers.push((await trySignIn(email, { cookie, password: `guess ${i}` })).status)
    expect(answers.filter((status) => status === 401)).toHaveLength(5)
    expect(answers.filter((status) => status === 429)).toHaveLength(7)
  })

  test('outlives a change of the application secret', async () => {
    const { email } = await addMerchant(app)
    const cookie = cookieOf(await trySignIn(email))
    await wave(email, Array.from({ length: 12 }, elsewhere))
    const { config, db, engine } = app.deps
    const rotated = { ...config, appSecret: 'a newer secret of 32 characters!', appSecretPrevious: config.appSecret }
    const deps = createDeps(rotated, db, engine)
    const after = { ...app, deps, app: await createApp(deps) }
    try {
      const answer = await ask(after, login, { body: { email, password }, from: elsewhere(), headers: { cookie } })
      expect(answer.status).toBe(200)
    } finally {
      await after.app.close()
      await deps.engines.close()
    }
  })
})
