import { acceptInvitation, login, requestPasswordReset, resetPassword, verify } from '@bitquay/contract/accounts'
import { getKey } from '@bitquay/contract/v1/key'
import { applyChanges } from '../../src/account-care/apply-changes.ts'
import { invitePerson } from '../../src/accounts/invite-person.ts'
import { insertChange } from '../../src/accounts/table.changes.ts'
import { endSessionsOf } from '../../src/accounts/table.sessions.ts'
import { markRevoked } from '../../src/api-keys/table.ts'
import { createMerchantUser } from '../../src/people/table.users.ts'
import { inTransaction } from '../../src/platform/db/transaction.ts'
import { bindDeviceByLink, insertDevice, markDeviceRevoked } from '../../src/tills/table.devices.ts'
import { addApiKey } from '../api-keys.ts'
import type { TestApp } from '../app.ts'
import { addAdmin, addMerchant, addMerchantUser, addPartner, ask, password, type Someone, signInAs } from '../people.ts'
import { addTillDevice, useTill } from '../tills.ts'

export const rightKinds = [
  'session',
  'sign-in',
  'api-key',
  'device',
  'device-link',
  'reset',
  'invitation',
  'change',
] as const
export type RightKind = (typeof rightKinds)[number]

/** Something that lets somebody do something, as it was given. */
export type Right = {
  kind: RightKind
  /** Whose it is, where a person can be confirmed. */
  person?: Someone
  /** The ID of an API key. */
  keyId?: number
  isRevoked: boolean
  /** Tries it on a server, which may use it up. */
  works: (server: TestApp) => Promise<boolean>
  revoke: () => Promise<void>
}

/** A step is a number below this. */
export const actionCount = 40

const newPassword = 'one more harbour 9'
const source = { address: '127.0.0.1', device: 'test' }

/** A platform whose rights are given and revoked at random. */
export const createRights = (app: TestApp) => {
  const { db } = app.deps
  const rights: Right[] = []
  const give = (right: Omit<Right, 'isRevoked'>) => {
    rights.push({ ...right, isRevoked: false })
  }
  let count = 0

  const givePerson = (person: Someone) =>
    give({
      kind: 'sign-in',
      person,
      works: async (server) => (await ask(server, login, { body: { email: person.email, password } })).status === 200,
      // A new password is what somebody sets whose old one was stolen.
      revoke: async () => {
        const passwordHash = await app.deps.passwords.hash(newPassword)
        await db.updateTable(tables[person.kind]).set({ passwordHash }).where('id', '=', person.id).execute()
      },
    })
  const giveSession = async (person: Someone) => {
    const token = await signInAs(app, person).catch(() => undefined)
    if (token === undefined) return
    give({
      kind: 'session',
      works: async (server) => (await ask(server, verify, { token })).status === 200,
      revoke: async () => {
        await inTransaction(db, (tx) => endSessionsOf(tx, person))
      },
    })
  }
  const giveKey = async (merchantId: number) => {
    const token = await addApiKey(app, merchantId)
    const keyId = Number((await ask(app, getKey, { token })).body.id)
    give({
      kind: 'api-key',
      keyId,
      works: async (server) => (await ask(server, getKey, { token })).status === 200,
      revoke: async () => {
        await inTransaction(db, (tx) => markRevoked(tx, merchantId, keyId, 'owner@example.test'))
      },
    })
  }
  const giveDevice = async (merchantId: number) => {
    const device = await addTillDevice(app, merchantId)
    const revoke = (id: number) => async () => {
      await inTransaction(db, (tx) => markDeviceRevoked(tx, { merchantId, tillId: device.tillId, id }))
    }
    give({
      kind: 'device',
      works: async (server) => (await useTill(server, device).state()).status === 200,
      revoke: revoke(device.deviceId),
    })
    const { id, link } = await inTransaction(db, (tx) =>
      insertDevice(tx, { merchantId, tillId: device.tillId, name: 'Next', createdBy: 'owner@example.test' }),
    )
    give({
      kind: 'device-link',
      works: async ({ deps }) =>
        (await inTransaction(deps.db, (tx) => bindDeviceByLink(tx, device.slug, link, source))) !== undefined,
      revoke: revoke(id),
    })
  }
  const revokeLinks = (email: string) => async () => {
    await db.updateTable('passwordResetTokens').set({ used: true }).where('email', '=', email).execute()
  }
  const giveReset = async ({ email }: Someone) => {
    await ask(app, requestPasswordReset, { body: { email } })
    const token = await findLink(app, email, '/reset-password')
    give({
      kind: 'reset',
      works: async (server) => (await ask(server, resetPassword, { body: { token, newPassword } })).status === 200,
      revoke: revokeLinks(email),
    })
  }
  const giveInvitation = async (merchantId: number) => {
    const email = `invited-${++count}@example.test`
    await inTransaction(db, async (tx) => {
      const { id } = await createMerchantUser(tx, {
        merchantId,
        email,
        name: 'Invited',
        role: 'user',
        passwordHash: null,
      })
      await invitePerson(tx, app.deps.config, { kind: 'merchant-user', id, email, accountName: 'Store' })
    })
    const token = await findLink(app, email, '/welcome')
    give({
      kind: 'invitation',
      works: async (server) => (await ask(server, acceptInvitation, { body: { token, newPassword } })).status === 200,
      revoke: revokeLinks(email),
    })
  }
  const giveChange = async ({ id: merchantId, email: oldEmail }: Someone, admin: Someone) => {
    const newEmail = `next-${++count}@example.test`
    const change = { merchantId, kind: 'email', reason: 'Asked', oldEmail, newEmail, requestedBy: admin.id } as const
    const { id } = await inTransaction(db, (tx) => insertChange(tx, change))
    give({
      kind: 'change',
      works: async (server) => {
        await server.deps.db
          .updateTable('accountChanges')
          .set({ dueAt: new Date(0) })
          .where('id', '=', id)
          .execute()
        await applyChanges(server.deps)
        const found = await server.deps.db
          .selectFrom('merchants')
          .select('email')
          .where('id', '=', merchantId)
          .executeTakeFirst()
        return found?.email === newEmail
      },
      revoke: async () => {
        await db
          .updateTable('accountChanges')
          .set({ status: 'stopped', endedAt: new Date() })
          .where('id', '=', id)
          .execute()
      },
    })
  }

  /** Merchants, their users, partners and admins, in the order in which they came. */
  const people: Someone[] = []
  const add = async (person: Promise<Someone>) => {
    const added = await person
    people.push(added)
    givePerson(added)
    return added
  }
  const merchants: Someone[] = []
  const changed = new Set<number>()

  /** One step of the history. `pick` decides about whom. */
  const step = async (action: number, pick: number, admin: Someone) => {
    const of = <T>(list: readonly T[]) => list[pick % list.length]
    const merchant = of(merchants) ?? (merchants[0] = await add(addMerchant(app)))
    const person = of(people) ?? merchant
    const live = rights.filter(({ isRevoked }) => !isRevoked)
    const actions = [
      async () => void merchants.push(await add(addMerchant(app))),
      () => add(addMerchantUser(app, merchant.id, pick % 2 === 0 ? 'admin' : 'user')),
      () => add(addPartner(app, '0.50')),
      () => add(addAdmin(app)),
      () => giveSession(person),
      () => giveKey(merchant.id),
      () => giveDevice(merchant.id),
      () => giveReset(person),
      () => giveInvitation(merchant.id),
      async () => {
        if (changed.has(merchant.id)) return
        changed.add(merchant.id)
        await giveChange(merchant, admin)
      },
      async () => {
        const right = of(live)
        if (!right) return
        await right.revoke()
        right.isRevoked = true
      },
    ]
    // A quarter of the steps revoke something.
    await actions[action < actionCount / 4 ? actions.length - 1 : action % (actions.length - 1)]?.()
  }
  return { rights, step }
}

const tables = {
  admin: 'admins',
  merchant: 'merchants',
  'merchant-user': 'merchantUsers',
  partner: 'partners',
} as const satisfies Record<Someone['kind'], string>

const findLink = async ({ deps }: TestApp, to: string, path: string) => {
  const { bodyText } = await deps.db
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('recipient', '=', to)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const token = new RegExp(`${path}\\?token=([\\w-]+)`).exec(bodyText)?.[1]
  if (!token) throw new Error(`no link to ${path} for ${to}`)
  return token
}
