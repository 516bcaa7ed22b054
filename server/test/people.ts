import { login } from '@bitquay/contract/accounts'
import { adminSecurity, merchantSecurity, partnerSecurity } from '@bitquay/contract/accounts.security'
import type { Call } from '@bitquay/contract/call'
import { totpCodeOf, totpStepAt } from '../src/accounts/totp.ts'
import { createAdmin } from '../src/people/table.admins.ts'
import { tableOf } from '../src/people/table.credentials.ts'
import { createMerchant } from '../src/people/table.merchants.ts'
import { createPartner } from '../src/people/table.partners.ts'
import { createMerchantUser } from '../src/people/table.users.ts'
import { inTransaction } from '../src/platform/db/transaction.ts'
import type { PersonKind } from '../src/platform/http/person.ts'
import type { TestApp } from './app.ts'
import { createCheapPasswords } from './passwords.ts'

/** The same for everyone, so that it is hashed once for a test file. */
export const password = 'quiet harbour 7'
let hash: Promise<string> | undefined
export const hashedPassword = () => (hash ??= createCheapPasswords().hash(password))

let count = 0
const unique = (word: string) => `${word}-${++count}@example.test`

export type Someone = { kind: PersonKind; id: number; email: string; merchantId?: number }

export const addMerchant = async ({ deps }: TestApp, email = unique('merchant')): Promise<Someone> => {
  const passwordHash = await hashedPassword()
  const { id } = await inTransaction(deps.db, (tx) =>
    createMerchant(tx, { email, storeName: 'Blue Door', passwordHash }),
  )
  return { kind: 'merchant', id, email, merchantId: id }
}

export const addMerchantUser = async (
  { deps }: TestApp,
  merchantId: number,
  role: 'admin' | 'user' = 'user',
): Promise<Someone> => {
  const [email, passwordHash] = [unique(`store-${role}`), await hashedPassword()]
  const user = { merchantId, email, name: `Store ${role}`, role, passwordHash }
  const { id } = await inTransaction(deps.db, (tx) => createMerchantUser(tx, user))
  return { kind: 'merchant-user', id, email, merchantId }
}

/** The shares of all active partners are at most 100 %, so one of many has a small one. */
export const addPartner = async ({ deps }: TestApp, sharePercentage = '2.00'): Promise<Someone> => {
  const [email, passwordHash] = [unique('partner'), await hashedPassword()]
  const partner = { email, name: 'North Pier', sharePercentage, passwordHash }
  const { id } = await inTransaction(deps.db, (tx) => createPartner(tx, partner))
  return { kind: 'partner', id, email }
}

export const addAdmin = async ({ deps }: TestApp): Promise<Someone> => {
  const [email, passwordHash] = [unique('admin'), await hashedPassword()]
  const { id } = await inTransaction(deps.db, (tx) => createAdmin(tx, { email, name: 'Operator', passwordHash }))
  return { kind: 'admin', id, email }
}

export type Answered = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> }

type Asking = {
  token?: string
  body?: unknown
  params?: Record<string, string | number>
  query?: Record<string, string>
  /** The Idempotency-Key. */
  once?: string
  /** The client address and the device. */
  from?: string
  device?: string
  /** Further headers. */
  headers?: Record<string, string>
}

/** Makes a call of the contract as a browser would. */
export const ask = async ({ app }: TestApp, call: Call, request: Asking = {}): Promise<Answered> => {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => String(request.params?.[name]))
  const url = request.query ? `${path}?${new URLSearchParams(request.query).toString()}` : path
  const answer = await app.inject({
    method: call.method,
    url,
    remoteAddress: request.from ?? '127.0.0.1',
    headers: {
      'user-agent': request.device ?? 'test',
      ...(request.once === undefined ? {} : { 'idempotency-key': request.once }),
      ...(request.token ? { authorization: `Bearer ${request.token}` } : {}),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { payload: JSON.stringify(request.body) }),
  })
  // A downloaded file is not JSON.
  const isFile = /^(text\/csv|application\/pdf)/.test(String(answer.headers['content-type']))
  return {
    status: answer.statusCode,
    body: isFile ? { text: answer.body } : answer.json(),
    headers: answer.headers,
  }
}

/** Signs in and returns the token. */
export const signInAs = async (
  app: TestApp,
  { email }: { email: string },
  more: { password?: string; twoFactorToken?: string } & Pick<Asking, 'from' | 'device'> = {},
): Promise<string> => {
  const { from, device, ...rest } = more
  const answer = await ask(app, login, {
    body: { email, password, ...rest },
    ...(from === undefined ? {} : { from }),
    ...(device === undefined ? {} : { device }),
  })
  if (answer.status !== 200) throw new Error(`sign-in of ${email}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return String(answer.body.token)
}

export const securityCallsOf = (kind: PersonKind) =>
  kind === 'admin' ? adminSecurity : kind === 'partner' ? partnerSecurity : merchantSecurity

let held: { step: number; until: number } | undefined

/**
 * Codes stay the same for the next 25 seconds, also when their time step ends: the server still accepts the previous
 * one. So a test can use a code twice without waiting for a new step.
 */
export const holdCodes = () => {
  held = { step: totpStepAt(new Date()), until: Date.now() + 25_000 }
}

const currentStep = () => (held && Date.now() < held.until ? held.step : totpStepAt(new Date()))

/** The code of an authenticator app, now or this many steps away. */
export const codeOf = (secret: string, stepsAway = 0) => totpCodeOf(secret, currentStep() + stepsAway)

/** For tests of other steps than the current one: waits if needed, so that it doesn't end in the middle. */
export const awayFromStepEnd = async () => {
  held = undefined
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 10_000) await new Promise((resolve) => setTimeout(resolve, left))
}

/** Turns someone's second factor on. Afterwards the current code works, although it was just used for the setup. */
export const enableTwoFactor = async (app: TestApp, someone: Someone, token: string) => {
  const calls = securityCallsOf(someone.kind)
  const { body: setUp } = await ask(app, calls.setupTwoFactor, { token, body: {} })
  const secret = String(setUp.secret)
  const verified = await ask(app, calls.verifyTwoFactor, { token, body: { secret, token: codeOf(secret) } })
  if (verified.status !== 200) throw new Error(`2FA of ${someone.email}: ${JSON.stringify(verified.body)}`)
  await forgetCodes(app, someone)
  return { secret, recoveryCodes: verified.body.recoveryCodes as string[] }
}

/** Makes used codes work again, so that a test need not wait for the next one. */
export const forgetCodes = async ({ deps }: TestApp, { kind, id }: Someone) => {
  await deps.db.updateTable(tableOf(kind)).set({ twoFactorLastStep: null }).where('id', '=', id).execute()
}
