import { type Application, rejectApplication, submitApplication } from '../applications/index.ts'
import type { Deps } from '../deps.ts'
import type { Admin } from '../platform/http/person.ts'

export const source = { address: '127.0.0.1', device: 'Bitquay' }

const declined: Application = {
  businessName: 'Fogbank Instant Loans',
  businessType: 'Financial Services',
  businessDescription: 'Payday loans, decided within a minute.',
  contactName: 'Front office',
  contactEmail: 'office@fogbank.test',
  contactPhone: '555 010 0177',
  monthlyVolume: 'Over $1,000,000',
  website: undefined,
}

const waiting: Application[] = [
  {
    businessName: 'Lantern Street Games',
    businessType: 'Gaming & Entertainment',
    businessDescription: 'Browser games with small purchases, most players in Europe.',
    contactName: 'Payments team',
    contactEmail: 'payments@lantern.test',
    contactPhone: '555 010 0142',
    monthlyVolume: '$50,000 - $100,000',
    website: 'https://lantern.test',
  },
  {
    businessName: 'Ropewalk Records',
    businessType: 'E-commerce',
    businessDescription: 'New and used vinyl, shipped worldwide from one warehouse.',
    contactName: 'Shop desk',
    contactEmail: 'desk@ropewalk.test',
    contactPhone: '555 010 0163',
    monthlyVolume: '$10,000 - $50,000',
    website: undefined,
  },
]

/** A business that was declined some weeks ago. Both steps can be repeated without duplicates. */
export const declineDemoApplication = async (deps: Deps) => {
  const admin = await findDemoAdmin(deps)
  if (!admin) return
  await submitApplication(deps, declined, source)
  const { id } = await deps.db
    .selectFrom('merchantApplications')
    .select('id')
    .where('email', '=', declined.contactEmail)
    .executeTakeFirstOrThrow()
  await rejectApplication(deps, admin, id, 'No lending license in the states it serves.', source)
}

/** Applications that wait for the first admin who looks. */
export const makeDemoApplications = async (deps: Deps) => {
  for (const application of waiting) await submitApplication(deps, application, source)
}

export const findDemoAdmin = async ({ db }: Deps): Promise<Admin | undefined> => {
  const row = await db.selectFrom('admins').select(['id', 'email', 'name']).orderBy('id').limit(1).executeTakeFirst()
  return (
    row && { kind: 'admin', ...row, sessionId: 0, passwordIsRecent: true, twoFactorEnabled: false, mustEnroll: false }
  )
}
