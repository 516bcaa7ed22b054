import type { User as UserView } from '@bitquay/btcpay/wire/users'
import { newUserId } from '../../engine/stores/ids.ts'
import { hashPassword, isPassword, type User } from '../../engine/users/users.ts'
import {
  forbiddenWithoutBody,
  invalid,
  invalidField,
  missingPermission,
  notFound,
  type Problem,
  refused,
  unauthenticated,
} from '../errors.ts'
import { covers, grants, UNRESTRICTED, wireName } from '../permissions.ts'
import { anonymous, answer, type Call, onServer, type Route } from '../route.ts'

export const userRoutes: Route[] = [
  anonymous('POST', '/users', create),
  onServer('GET', '/users', 'server.canviewusers', ({ btcpay }) => btcpay.users.list().map(toView)),
  onServer('GET', '/users/me', 'user.canviewprofile', (_call, caller) => toView(caller.user)),
  onServer('PUT', '/users/me', 'user.canmodifyprofile', (call, caller) => changeProfile(call, caller.user)),
  onServer('DELETE', '/users/me', 'user.candeleteuser', (call, caller) => remove(call, caller.user)),
  onServer('GET', '/users/:idOrEmail', 'server.canviewusers', (call) => toView(userOf(call))),
  onServer('DELETE', '/users/:idOrEmail', 'server.canmodifyserversettings', (call) => remove(call, userOf(call))),

  onServer('POST', '/users/:idOrEmail/lock', 'server.canmodifyserversettings', (call) => {
    const user = userOf(call)
    const body = call.fields()
    const isLocked = body.flag('locked') ?? false
    body.check()
    call.btcpay.users.put({ ...user, isLocked })
  }),

  onServer('POST', '/users/:idOrEmail/approve', 'server.canmodifyserversettings', (call) => {
    const user = userOf(call)
    const body = call.fields()
    const isApproved = body.flag('approved') ?? false
    body.check()
    if (!user.requiresApproval || user.isApproved === isApproved) {
      throw refused('invalid-state', `User is already ${isApproved ? 'approved' : 'unapproved'}`)
    }
    call.btcpay.users.put({ ...user, isApproved })
  }),
]

function create(call: Call) {
  const { btcpay, caller } = call
  const body = call.fields()
  const email = body.text('email')
  const password = body.text('password')
  const name = body.text('name') ?? null
  const isAdmin = body.flag('isAdministrator') ?? false
  body.check()
  const problems: Problem[] = []
  if (!email) problems.push({ path: 'Email', message: 'Email is missing' })
  else if (!/^[^\s@]+@[^\s@]+$/.test(email)) problems.push({ path: 'Email', message: 'Invalid email' })
  if (problems.length > 0) throw invalid(...problems)

  if (btcpay.users.hasAdmin()) {
    if (!caller) throw unauthenticated("New user creation isn't authorized to users who are not admin")
    if (!caller.user.isAdmin || !grants(caller.held, 'server.cancreateuser', undefined)) {
      throw missingPermission(wireName('server.cancreateuser'))
    }
    const isUnrestricted = caller.held.some((grant) => covers(grant.name, UNRESTRICTED) && grant.storeId === undefined)
    if (isAdmin && !isUnrestricted) throw missingPermission(UNRESTRICTED)
  }
  if (btcpay.users.findByEmail(email ?? '')) throw invalidField('Email', `Email '${email}' is already taken.`)
  if (password !== undefined && password.length < 6) {
    throw invalidField('Password', 'Passwords must be at least 6 characters.')
  }
  const user: User = {
    id: newUserId(),
    email: email ?? '',
    name,
    imageUrl: null,
    password: password === undefined ? null : hashPassword(password),
    isAdmin,
    isApproved: true,
    requiresApproval: false,
    isLocked: false,
    createdAt: btcpay.engine.clock.nowSeconds(),
    storeQuota: null,
  }
  btcpay.users.put(user)
  return answer(201, toView(user))
}

function changeProfile(call: Call, user: User): UserView {
  const body = call.fields()
  const email = body.text('email')
  const name = body.text('name')
  const newPassword = body.text('newPassword')
  const currentPassword = body.text('currentPassword')
  body.check()
  if (newPassword !== undefined && !isPassword(user, currentPassword ?? '')) {
    throw invalidField('CurrentPassword', 'The current password is not correct.')
  }
  if (newPassword !== undefined && newPassword.length < 6) {
    throw invalidField('NewPassword', 'Passwords must be at least 6 characters.')
  }
  if (email !== undefined && email !== user.email && call.btcpay.users.findByEmail(email)) {
    throw invalidField('Email', 'The email is already in use')
  }
  const changed: User = {
    ...user,
    email: email ?? user.email,
    name: name ?? user.name,
    password: newPassword === undefined ? user.password : hashPassword(newPassword),
  }
  call.btcpay.users.put(changed)
  return toView(changed)
}

function remove({ btcpay }: Call, user: User): void {
  if (user.isAdmin && btcpay.users.admins().length === 1) throw forbiddenWithoutBody()
  btcpay.engine.store.batch(() => {
    for (const key of btcpay.keys.ofUser(user.id)) btcpay.keys.remove(key.key)
    for (const store of btcpay.stores.ofUser(user.id)) {
      btcpay.stores.put({ ...store, members: store.members.filter((member) => member.userId !== user.id) })
    }
    btcpay.users.remove(user.id)
  })
}

function userOf({ btcpay, params }: Call): User {
  const user = btcpay.users.findByIdOrEmail(params['idOrEmail'] ?? '')
  if (!user) throw notFound('user-not-found', 'The user was not found')
  return user
}

function toView(user: User): UserView {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    imageUrl: user.imageUrl,
    emailConfirmed: false,
    requiresEmailConfirmation: false,
    approved: user.isApproved,
    requiresApproval: user.requiresApproval,
    roles: user.isAdmin ? ['ServerAdmin'] : [],
    invitationUrl: null,
    created: user.createdAt,
    disabled: user.isLocked,
    storeQuota: user.storeQuota,
  }
}
