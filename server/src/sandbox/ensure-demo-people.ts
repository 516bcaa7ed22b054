import { createHmac } from 'node:crypto'
import { endSessionsOf } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import {
  type Credentials,
  createAdmin,
  createMerchant,
  createMerchantUser,
  createPartner,
  findCredentialsByEmail,
  replacePassword,
} from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'

export type DemoPerson = {
  role: string
  email: string
  /** Undefined once the person has chosen another password. */
  password: string | undefined
}

type Plan = { role: string; email: string; create: (tx: Tx, passwordHash: string) => Promise<unknown> }

export const wellKnownPassword = 'bitquay-demo-1'

/** The first three are the ones to try. The others show shares and roles. A history shows different shares. */
const plansOf = ({ demoHistory }: Deps['config']): Plan[] => [
  {
    role: 'admin',
    email: 'admin@bitquay.test',
    create: (tx, passwordHash) => createAdmin(tx, { email: 'admin@bitquay.test', name: 'Demo Admin', passwordHash }),
  },
  merchant('merchant', 'merchant@bitquay.test', 'Kestrel Arcade'),
  partner('partner@bitquay.test', 'Lighthouse Partners', '33.33'),
  partner('partner-two@bitquay.test', 'Breakwater Partners', demoHistory ? '41.67' : '33.33'),
  partner('partner-three@bitquay.test', 'Mooring Partners', demoHistory ? '25.00' : '33.33'),
  merchant('merchant', 'second-merchant@bitquay.test', 'Tidewater Games'),
  merchantUser('store admin', 'manager@bitquay.test', 'Store Manager', 'admin'),
  merchantUser('store user', 'cashier@bitquay.test', 'Store Cashier', 'user'),
]

/**
 * People to sign in as in the sandbox. Runs at every start, also in several servers at once. Only where nobody else can
 * reach us they have the password of the README. Elsewhere each has their own, derived from the application secret.
 */
export const ensureDemoPeople = async (deps: Needs): Promise<DemoPerson[]> => {
  if (deps.config.mode !== 'sandbox' || !deps.config.demoData) return []
  const known: (Credentials | undefined)[] = []
  for (const plan of plansOf(deps.config)) known.push(await findOrCreate(deps, plan))
  // Checking a password takes long, on purpose.
  return Promise.all(plansOf(deps.config).map((plan, place) => checkPassword(deps, plan, known[place])))
}

type Needs = Pick<Deps, 'db' | 'config' | 'passwords'>

const passwordOf = ({ config }: Needs, { email }: Plan) =>
  config.onLoopback ? wellKnownPassword : ownPassword(config.appSecret, email)

/** The person who was there before, if any. */
const findOrCreate = async (deps: Needs, plan: Plan): Promise<Credentials | undefined> => {
  const find = () => findCredentialsByEmail(deps.db, plan.email)
  const known = await find()
  if (known) return known
  const passwordHash = await deps.passwords.hash(passwordOf(deps, plan))
  try {
    await inTransaction(deps.db, (tx) => plan.create(tx, passwordHash))
    return undefined
  } catch (error) {
    const created = await find()
    if (!created) throw error
    // Another server was faster.
    return created
  }
}

const checkPassword = async (deps: Needs, plan: Plan, known: Credentials | undefined): Promise<DemoPerson> => {
  const { db, passwords } = deps
  const { role, email } = plan
  const password = passwordOf(deps, plan)
  if (!known) return { role, email, password }
  if (await passwords.verify(known.passwordHash, password)) return { role, email, password }
  if (!(await isGiven(passwords, known))) return { role, email, password: undefined }
  // The sandbox was moved to or from an address that others can reach.
  const [person, passwordHash] = [known, await passwords.hash(password)]
  await inTransaction(db, async (tx) => {
    await replacePassword(tx, person, passwordHash)
    await endSessionsOf(tx, person)
  })
  return { role, email, password }
}

/**
 * Whether the password is one that we assigned. The well-known one is never left in place where others can reach us.
 */
const isGiven = async (passwords: Deps['passwords'], person: Credentials) =>
  person.lastPasswordChange === null || (await passwords.verify(person.passwordHash, wellKnownPassword))

const ownPassword = (secret: string, email: string) =>
  createHmac('sha256', secret).update(`demo password of ${email}`).digest('base64url').slice(0, 20)

function merchant(role: string, email: string, storeName: string): Plan {
  return { role, email, create: (tx, passwordHash) => createMerchant(tx, { email, storeName, passwordHash }) }
}

function partner(email: string, name: string, sharePercentage: string): Plan {
  const create: Plan['create'] = (tx, passwordHash) => createPartner(tx, { email, name, sharePercentage, passwordHash })
  return { role: 'partner', email, create }
}

function merchantUser(role: string, email: string, name: string, merchantRole: 'admin' | 'user'): Plan {
  return {
    role,
    email,
    create: async (tx, passwordHash) => {
      const owner = await findCredentialsByEmail(tx, 'merchant@bitquay.test')
      if (owner?.kind !== 'merchant') throw new Error('the demo merchant is not there')
      await createMerchantUser(tx, { merchantId: owner.id, email, name, role: merchantRole, passwordHash })
    },
  }
}
