import { login } from '@bitquay/contract/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { addAdmin, addMerchant, ask, password } from '../../test/people.ts'
import { cookieOf, solveProof } from '../../test/proof.ts'
import { startSignInAttempts } from '../../test/sign-in-attempts.ts'
import { createApp } from '../app.ts'
import { createDeps } from '../create-deps.ts'
import { bitsFor } from './proof-of-work.ts'

const { app, countChecked, newAddress, trySignIn, guess, wave } = await startSignInAttempts()
afterAll(() => app.close())

describe('a proof of work', () => {
  const underAttack = async () => {
    const { email } = await addMerchant(app)
    await wave(email, Array.from({ length: 12 }, newAddress))
    return email
  }

  test('works once, even for many requests at the same time', async () => {
    const email = await underAttack()
    const from = newAddress()
    const proof = solveProof(await trySignIn(email, { from }))
    const before = countChecked()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => trySignIn(email, { from, proof, password: 'a wrong guess' })),
    )
    expect(countChecked() - before).toBe(1)
    expect(answers.filter(({ status }) => status === 428)).toHaveLength(9)
    expect((await trySignIn(email, { from, proof })).status).toBe(428)
  })

  test('is for one account and one source, and expires', async () => {
    const [email, other] = [await underAttack(), await underAttack()]
    const from = newAddress()
    const proof = solveProof(await trySignIn(email, { from }))
    expect((await trySignIn(other, { from, proof })).status).toBe(428)
    expect((await trySignIn(email, { proof })).status).toBe(428)
    await app.advance(3 * 60 + 1)
    expect((await trySignIn(email, { from, proof })).status).toBe(428)
  })

  test('cannot be forged or made easier', async () => {
    const email = await underAttack()
    const from = newAddress()
    const challenged = await trySignIn(email, { from })
    const { text } = challenged.body.challenge as { text: string }
    const easier = text.replace(/^(\d+)\.\d+\./, '$1.0.')
    const later = text.replace(/^\d+/, (expiry) => String(Number(expiry) + 86_400_000))
    const good = solveProof(challenged)
    for (const proof of [`${text}:zz`, `${easier}:1`, `${later}:1`, 'x', `${good} `, good.replace(/:\w+$/, ':')]) {
      expect((await trySignIn(email, { from, proof })).status, proof).toBe(428)
    }
    expect((await trySignIn(email, { from, proof: good })).status).toBe(200)
  })

  test('costs more after more failed sign-ins, up to what a phone can do', () => {
    expect([10, 20, 40, 320, 1_000_000].map(bitsFor)).toEqual([15, 16, 17, 20, 20])
  })

  test('is required for unknown addresses in the same way', async () => {
    const email = await underAttack()
    const nobody = `nobody-${newAddress()}@example.test`
    await wave(nobody, Array.from({ length: 12 }, newAddress))
    const [known, unknown] = [await guess(email), await guess(nobody)]
    for (const answer of [known, unknown]) {
      expect(answer.status).toBe(428)
      expect(answer.body.challenge).toEqual({ text: expect.any(String), bits: 15 })
    }
    expect(known.body.message).toBe(unknown.body.message)
    const from = newAddress()
    const proof = solveProof(await guess(nobody, from))
    expect(await trySignIn(nobody, { from, proof })).toMatchObject({
      status: 401,
      body: { code: 'invalid-credentials' },
    })
  })
})

describe('the cookie of a known device', () => {
  test('is signed, hidden from scripts and only set by a complete sign-in', async () => {
    const { email } = await addMerchant(app)
    const answer = await trySignIn(email)
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^bitquay_device=[\w.~-]+; Path=\/api\/auth; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
    )
    expect((await guess(email)).headers['set-cookie']).toBeUndefined()
  })

  test('works only for the accounts that signed in with it and cannot be forged', async () => {
    const [mine, also, other] = [await addMerchant(app), await addAdmin(app), await addMerchant(app)]
    const first = cookieOf(await trySignIn(mine.email))
    const both = cookieOf(await trySignIn(also.email, { cookie: first }))
    for (const { email } of [mine, also, other]) await wave(email, Array.from({ length: 12 }, newAddress))
    for (const { email } of [mine, also]) expect((await trySignIn(email, { cookie: both })).status).toBe(200)
    expect((await trySignIn(other.email, { cookie: both })).status).toBe(428)
    const forged = both.replace(/\.[\w-]+$/, `.${'A'.repeat(43)}`)
    for (const cookie of [forged, 'bitquay_device=x', 'bitquay_device=a.b.c']) {
      expect((await trySignIn(mine.email, { cookie })).status, cookie).toBe(428)
    }
  })

  test('has its own limit, so a stolen cookie does not speed up guessing', async () => {
    const { email } = await addMerchant(app)
    const cookie = cookieOf(await trySignIn(email))
    const answers = []
    for (let i = 0; i < 12; i++) answers.push((await trySignIn(email, { cookie, password: `guess ${i}` })).status)
    expect(answers.filter((status) => status === 401)).toHaveLength(5)
    expect(answers.filter((status) => status === 429)).toHaveLength(7)
  })

  test('stays valid after a change of the application secret', async () => {
    const { email } = await addMerchant(app)
    const cookie = cookieOf(await trySignIn(email))
    await wave(email, Array.from({ length: 12 }, newAddress))
    const { config, db, engine } = app.deps
    const rotated = { ...config, appSecret: 'a newer secret of 32 characters!', appSecretPrevious: config.appSecret }
    const deps = createDeps(rotated, db, engine)
    const after = { ...app, deps, app: await createApp(deps) }
    try {
      const answer = await ask(after, login, { body: { email, password }, from: newAddress(), headers: { cookie } })
      expect(answer.status).toBe(200)
    } finally {
      await after.app.close()
      await deps.engines.close()
    }
  })
})
