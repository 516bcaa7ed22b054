import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import type { Store as Journal } from '../engine.ts'

export type User = {
  id: string
  email: string
  name: string | null
  imageUrl: string | null
  /** Salt and scrypt hash in hex. Null for a user without a password. */
  password: string | null
  isAdmin: boolean
  isApproved: boolean
  requiresApproval: boolean
  isLocked: boolean
  createdAt: number
  storeQuota: number | null
}

export type Users = {
  find(id: string): User | undefined
  findByEmail(email: string): User | undefined
  /** The API identifies users by id or by email. */
  findByIdOrEmail(idOrEmail: string): User | undefined
  list(): User[]
  put(user: User): void
  remove(id: string): void
  hasAdmin(): boolean
  admins(): User[]
}

export const openUsers = (journal: Journal): Users => {
  const users = journal.collection<User, 'email' | 'all' | 'admin'>('btcpay.users', {
    id: (user) => user.id,
    indexes: {
      email: { key: (user) => user.email.toLowerCase() },
      all: { key: () => 'all', order: (user) => user.createdAt },
      admin: { key: (user) => (user.isAdmin ? 'admin' : undefined) },
    },
  })
  const findByEmail = (email: string) => users.first('email', email.toLowerCase())
  return {
    find: (id) => users.get(id),
    findByEmail,
    findByIdOrEmail: (idOrEmail) => users.get(idOrEmail) ?? findByEmail(idOrEmail),
    list: () => users.page('all', 'all'),
    put: (user) => users.put(user),
    remove: (id) => users.delete(id),
    hasAdmin: () => users.count('admin', 'admin') > 0,
    admins: () => users.page('admin', 'admin'),
  }
}

/** Cheap on purpose: sandbox passwords protect play money, and tests create many users. */
const SCRYPT = { N: 1024, r: 8, p: 1 }

export const hashPassword = (password: string): string => {
  const salt = randomBytes(16)
  return `${salt.toString('hex')}:${scryptSync(password, salt, 32, SCRYPT).toString('hex')}`
}

export const isPassword = (user: User, password: string): boolean => {
  const [salt, hash] = (user.password ?? '').split(':')
  if (!salt || !hash) return false
  return timingSafeEqual(scryptSync(password, Buffer.from(salt, 'hex'), 32, SCRYPT), Buffer.from(hash, 'hex'))
}
