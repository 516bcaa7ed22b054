import { getWallet } from '@bitquay/contract/balances'
import { readRecoveryWords } from '@bitquay/contract/stores'
import { mnemonicToEntropy } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { startTestEngine, type TestEngine } from '../../test/engine.ts'
import { addMerchant, ask, awayFromStepEnd, codeOf, enableTwoFactor, forgetCodes, signInAs } from '../../test/people.ts'
import { provisionStore } from './provision-store.ts'
import { findStore } from './table.ts'

let engine: TestEngine
let server: TestApp
beforeAll(async () => {
  engine = await startTestEngine()
  server = await startTestApp({ RATE_LIMITS: 'off' }, engine.engine)
})
afterAll(async () => {
  await server.close()
  await engine.close()
})

const newOwner = async () => {
  const owner = await addMerchant(server)
  await provisionStore(server.deps, { merchantId: owner.id, name: 'Words' })
  const token = await signInAs(server, owner)
  return { owner, token }
}
const read = (token: string, twoFactorToken: string) =>
  ask(server, readRecoveryWords, { token, body: { twoFactorToken } })

test('the owner reads the recovery phrase once with a code, and nobody does afterwards', async () => {
  await awayFromStepEnd()
  const { owner, token } = await newOwner()
  expect(await read(token, '123456')).toMatchObject({
    status: 403,
    body: { message: '2FA must be set up before you can reveal the recovery phrase.' },
  })
  const { secret, recoveryCodes } = await enableTwoFactor(server, owner, token)
  const wrong = codeOf(secret) === '000000' ? '000001' : '000000'
  expect((await read(token, wrong)).status).toBe(400)
  expect((await read(token, recoveryCodes[0] ?? '')).status).toBe(400)
  expect((await ask(server, getWallet, { token })).body).toMatchObject({ recoveryWords: 'waiting' })

  const first = await read(token, codeOf(secret))
  expect(first.status).toBe(200)
  const words = first.body.words as string[]
  expect(words).toHaveLength(12)
  expect(() => mnemonicToEntropy(words.join(' '), wordlist)).not.toThrow()
  expect(await findStore(server.deps.db, owner.id)).toMatchObject({ recoveryWords: null })
  expect((await ask(server, getWallet, { token })).body).toMatchObject({ recoveryWords: 'read' })

  await forgetCodes(server, owner)
  expect(await read(token, codeOf(secret))).toMatchObject({ status: 410, body: { code: 'recovery-words-gone' } })

  const emails = await server.deps.db
    .selectFrom('mailOutbox')
    .selectAll()
    .where('recipient', '=', owner.email)
    .execute()
  const notices = emails.filter(({ subject }) => subject === 'Your recovery phrase was revealed')
  expect(notices).toHaveLength(1)
  expect(notices[0]?.bodyText).not.toContain(words.slice(0, 3).join(' '))
  const entries = await server.deps.db
    .selectFrom('actLog')
    .selectAll()
    .where('act', '=', 'recovery-words-read')
    .execute()
  expect(entries).toHaveLength(1)
})

test('of many simultaneous requests with valid codes exactly one gets the recovery phrase', async () => {
  await awayFromStepEnd()
  const { owner, token } = await newOwner()
  const { secret } = await enableTwoFactor(server, owner, token)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => read(token, codeOf(secret, (turn % 3) - 1))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.every(({ status }) => [200, 400, 410].includes(status))).toBe(true)
})
