import type { StoreUser } from '@bitquay/btcpay/wire/users'
import { roleOf, type ShopStore } from '../../engine/stores/store.ts'
import { conflict, invalidField, notFound } from '../errors.ts'
import { roles } from '../permissions.ts'
import { type Call, inStore, type Route } from '../route.ts'

const VIEW = 'store.canviewstoresettings'
const MODIFY = 'store.canmodifystoresettings'

export const storeUserRoutes: Route[] = [
  inStore('GET', '/users', VIEW, ({ btcpay }, store) =>
    store.members.map((member): StoreUser & Record<string, unknown> => {
      const user = btcpay.users.find(member.userId)
      return {
        id: member.userId,
        userId: member.userId,
        role: member.role,
        storeRole: member.role,
        email: user?.email ?? null,
        name: user?.name ?? null,
        imageUrl: user?.imageUrl ?? null,
        disabled: user?.isLocked ?? false,
      }
    }),
  ),

  inStore('POST', '/users', MODIFY, (call, store) => {
    const { idOrEmail, role } = readMember(call)
    const user = findUser(call, idOrEmail)
    if (roleOf(store, user.id) !== undefined) {
      throw conflict('duplicate-store-user-role', 'The user is already added to the store')
    }
    call.btcpay.stores.put({ ...store, members: [...store.members, { userId: user.id, role }] })
  }),

  inStore('PUT', '/users/:idOrEmail', MODIFY, (call, store) => {
    const user = findUser(call, call.params['idOrEmail'] ?? '')
    const { role } = readMember(call)
    if (roleOf(store, user.id) === undefined) throw notFound('user-not-found', 'The user was not found')
    setRole(call, store, user.id, role)
  }),

  inStore('DELETE', '/users/:idOrEmail', MODIFY, (call, store) => {
    const user = findUser(call, call.params['idOrEmail'] ?? '')
    if (roleOf(store, user.id) === undefined) throw notFound('user-not-found', 'The user was not found')
    setRole(call, store, user.id, undefined)
  }),
]

function setRole({ btcpay }: Call, store: ShopStore, userId: string, role: string | undefined): void {
  const others = store.members.filter((member) => member.userId !== userId)
  const members = role === undefined ? others : [...others, { userId, role }]
  if (!members.some((member) => member.role === 'Owner')) {
    throw conflict('store-user-role-orphaned', 'Removing this user would result in the store having no owner.')
  }
  btcpay.stores.put({ ...store, members })
}

function readMember(call: Call): { idOrEmail: string; role: string } {
  const body = call.fields()
  const idOrEmail = body.text('id') ?? body.text('userId') ?? body.text('email') ?? ''
  const role = body.text('storeRole') ?? body.text('role') ?? 'Owner'
  body.check()
  const known = Object.keys(roles).find((name) => name.toLowerCase() === role.toLowerCase())
  if (!known) throw invalidField('StoreRole', 'The role id provided does not exist')
  return { idOrEmail, role: known }
}

function findUser({ btcpay }: Call, idOrEmail: string) {
  const user = btcpay.users.findByIdOrEmail(idOrEmail)
  if (!user) throw notFound('user-not-found', 'The user was not found')
  return user
}
