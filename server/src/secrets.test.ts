import { login, logout, requestPasswordReset, resetPassword } from '@bitquay/contract/accounts'
import { merchantSecurity } from '@bitquay/contract/accounts.security'
import { readOwnWallet } from '@bitquay/contract/own-keys'
import { HDKey } from '@scure/bip32'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { addMerchant, ask, codeOf, forgetCodes, password, signInAs } from '../test/people.ts'

let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  app = await startTestApp({ LOG_LEVEL: 'trace' })
  // The logger's own stream, so that the test reads what would be printed.
  const log = app.app.log as unknown as Record<symbol, unknown>
  const stream = Object.getOwnPropertySymbols(log).find(({ description }) => description === 'pino.stream')
  if (!stream) throw new Error('the logger has no stream')
  log[stream] = { write: (line: string) => lines.push(line) }
})
afterAll(() => app.close())

/** The whole database as text. */
const dump = async (except: string[] = []) => {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.deps.db)
  const texts = []
  for (const { name } of tables.filter((table) => !except.includes(table.name))) {
    const { rows } = await sql<{ text: string }>`select row(t.*)::text as text from ${sql.table(name)} t`.execute(
      app.deps.db,
    )
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}

test('no password, token, code or seed is logged or stored readably over the whole life of an account', async () => {
  const person = await addMerchant(app)
  const { email } = person
  const chosen = ['a fresh tide 42', 'a fresh tide 43']
  const secrets: string[] = [password, ...chosen, 'a wrong guess 1']
  const keep = (value: unknown) => {
    expect(String(value).length).toBeGreaterThan(5)
    secrets.push(String(value))
    return String(value)
  }

  await ask(app, login, { body: { email, password: 'a wrong guess 1' } })
  const token = keep((await ask(app, login, { body: { email, password } })).body.token)
  await ask(app, merchantSecurity.changePassword, {
    token,
    body: { currentPassword: password, newPassword: chosen[0] },
  })
  const { body: setUp } = await ask(app, merchantSecurity.setupTwoFactor, { token, body: {} })
  const secret = keep(setUp.secret)
  const { body } = await ask(app, merchantSecurity.verifyTwoFactor, { token, body: { secret, token: codeOf(secret) } })
  for (const code of body.recoveryCodes as string[]) keep(code)
  await forgetCodes(app, person)
  const tempToken = keep((await ask(app, login, { body: { email, password: chosen[0] } })).body.tempToken)
  const signedIn = await ask(app, login, { body: { email, tempToken, twoFactorToken: codeOf(secret) } })
  expect(signedIn.status).toBe(200)
  keep(signedIn.body.token)
  await ask(app, login, { body: { email, tempToken, twoFactorToken: (body.recoveryCodes as string[])[0] } })

  await ask(app, requestPasswordReset, { body: { email } })
  const emails = await app.deps.db.selectFrom('mailOutbox').select('bodyText').where('recipient', '=', email).execute()
  const link = keep(emails.map(({ bodyText }) => /token=([\w-]+)/.exec(bodyText)?.[1]).find(Boolean))
  await app.app.inject({ method: 'GET', url: `/reset-password?token=${link}` })
  await app.app.inject({ method: 'GET', url: `/api/auth/reset-password?token=${link}` })
  expect((await ask(app, resetPassword, { body: { token: link, newPassword: chosen[1] } })).status).toBe(200)
  await ask(app, logout, { token })

  const logged = lines.join('')
  expect(logged).toContain('/api/auth/login')
  const stored = await dump(['mail_outbox'])
  expect(stored).toContain(email)
  for (const each of secrets) {
    expect(logged.includes(each), `logged: ${each}`).toBe(false)
    expect(stored.includes(each), `stored: ${each}`).toBe(false)
  }
  // Emails contain the link they are for and no other secret.
  const outbox = JSON.stringify(
    await app.deps.db.selectFrom('mailOutbox').select(['subject', 'bodyText', 'bodyHtml']).execute(),
  )
  for (const each of secrets.filter((one) => one !== link)) expect(outbox.includes(each), `mailed: ${each}`).toBe(false)
})

test('a phrase or a private key that was pasted for a wallet is refused, and nothing of it is kept', async () => {
  const owner = await addMerchant(app)
  const token = await signInAs(app, owner)
  const master = HDKey.fromMasterSeed(Buffer.alloc(32, 7), { private: 0x04358394, public: 0x043587cf })
  const secrets = [
    `${'abandon '.repeat(11)}about`,
    master.derive("m/84'/1'/0'").privateExtendedKey,
    `wpkh(${master.privateExtendedKey}/84h/1h/0h/0/*)`,
  ]
  for (const text of secrets) {
    const answer = await ask(app, readOwnWallet, { token, body: { text } })
    expect(answer).toMatchObject({ status: 422, body: { code: 'own-keys-unreadable' } })
    expect(answer.body.message).toMatch(/recovery phrase|private key/)
  }
  const kept = lines.join('') + (await dump())
  expect(kept).toContain('/api/merchant/own-keys/read')
  for (const trace of ['abandon', master.privateExtendedKey.slice(0, 30), 'tprv']) expect(kept).not.toContain(trace)
})
