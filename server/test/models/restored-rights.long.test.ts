import { login } from '@bitquay/contract/accounts'
import * as calls from '@bitquay/contract/restores'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { addAdmin, ask, password, type Someone } from '../people.ts'
import { type Backup, backUp, restoreAndServe } from '../restored.ts'
import { actionCount, createRights, type Right, type RightKind, rightKinds } from './model-restores.ts'

/** An admin who knows what was revoked reviews everything that the page shows. */
const review = async (server: TestApp & { code: string }, admin: Someone, rights: readonly Right[]) => {
  const signedIn = await ask(server, login, { body: { email: admin.email, password, restoreCode: server.code } })
  expect(signedIn.status, JSON.stringify(signedIn.body)).toBe(200)
  const token = String(signedIn.body.token)
  const people = (await ask(server, calls.listRestoredPeople, { token })).body as unknown as calls.RestoredPerson[]
  const ids = people.filter(({ status, isActive }) => status === 'unconfirmed' && isActive).map(({ id }) => id)
  if (ids.length > 0) expect((await ask(server, calls.confirmPeople, { token, body: { ids } })).status).toBe(200)
  const keys = (await ask(server, calls.listRestoredKeys, { token })).body as unknown as calls.RestoredKey[]
  for (const { id, decision } of keys) {
    expect(decision).toBeNull()
    const isRevoked = rights.find(({ keyId }) => keyId === id)?.isRevoked ?? true
    const body = { decision: isRevoked ? 'revoke' : 'work' }
    expect((await ask(server, calls.decideRestoredKey, { token, params: { id }, body })).status).toBe(200)
  }
  expect((await ask(server, calls.finishRestore, { token, body: {} })).status).toBe(200)
  return new Set(keys.map(({ id }) => id))
}

const findWorking = async (server: TestApp, rights: readonly Right[]) => {
  const working: Right[] = []
  for (const right of rights) if (await right.works(server)) working.push(right)
  return working
}

/** Returns the rights that work where nothing was restored. */
const runHistory = async (steps: readonly (readonly [number, number])[], backupAfter: number): Promise<RightKind[]> => {
  const app = await startTestApp({ RATE_LIMITS: 'off' })
  let backup: Backup | undefined
  let server: (TestApp & { code: string }) | undefined
  try {
    const admin = await addAdmin(app)
    const { rights, step } = createRights(app)
    for (const [index, [action, pick]] of steps.entries()) {
      if (index === backupAfter) backup = await backUp(app)
      await step(action, pick, admin)
    }
    backup ??= await backUp(app)
    server = await restoreAndServe(app, backup)
    expect((await findWorking(server, rights)).map(({ kind }) => kind)).toEqual([])
    const restoredKeys = await review(server, admin, rights)
    // Of everything that was given before, only the keys that the admin chose work. People set new passwords first.
    const expected = rights.filter(
      ({ keyId, isRevoked }) => keyId !== undefined && restoredKeys.has(keyId) && !isRevoked,
    )
    expect(await findWorking(server, rights)).toEqual(expected)
    return (await findWorking(app, rights)).map(({ kind }) => kind)
  } finally {
    await server?.close()
    await backup?.remove()
    await app.close()
  }
}

test('after a restore at a random point of a random history, no revoked right works', async () => {
  const action = fc.tuple(fc.nat(actionCount - 1), fc.nat(1000))
  const history = fc.array(action, { minLength: 20, maxLength: 40 })
  const tried = new Set<RightKind>()
  await fc.assert(
    fc.asyncProperty(history, fc.nat(39), async (steps, backupAfter) => {
      for (const kind of await runHistory(steps, backupAfter % steps.length)) tried.add(kind)
    }),
    { numRuns: 8, endOnFailure: true, seed: 16 },
  )
  // A right that works nowhere would prove nothing.
  expect([...tried].sort()).toEqual([...rightKinds].sort())
}, 600_000)
