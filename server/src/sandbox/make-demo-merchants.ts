import { approveApplication, submitApplication } from '../applications/index.ts'
import type { Deps } from '../deps.ts'
import { findStore, openStore, provisionStore, type ReadyStore } from '../stores/index.ts'
import { acceptDemoInvitation } from './accept-demo-invitation.ts'
import { type Business, businesses } from './demo-world.ts'
import { findDemoAdmin, source } from './make-demo-applications.ts'

/** The stores of the merchants that demo people sign in as. */
export const openDemoStores = async (deps: Deps): Promise<ReadyStore[]> => {
  const merchants = await deps.db
    .selectFrom('merchants')
    .select(['id', 'storeName'])
    .where('email', 'in', ['merchant@bitquay.test', 'second-merchant@bitquay.test'])
    .orderBy('id')
    .execute()
  return Promise.all(merchants.map((merchant) => openDemoStore(deps, merchant)))
}

/** A business applies, an admin approves it, its owner joins, and its store is created. Each step can be repeated without duplicates. */
export const approveDemoBusiness = async (deps: Deps, index: number): Promise<ReadyStore | undefined> => {
  const business = businesses[index]
  const admin = await findDemoAdmin(deps)
  if (!business || !admin) return undefined
  const known = await findMerchant(deps, business)
  if (!known) {
    await submitApplication(deps, toApplication(business), source)
    const { id } = await deps.db
      .selectFrom('merchantApplications')
      .select('id')
      .where('email', '=', business.contact)
      .executeTakeFirstOrThrow()
    await approveApplication(deps, admin, id, { reviewNotes: undefined, markupFeePercent: undefined }, source)
  }
  await acceptDemoInvitation(deps, business.contact)
  const merchant = known ?? (await findMerchant(deps, business))
  return merchant && openDemoStore(deps, merchant)
}

const findMerchant = ({ db }: Deps, { contact }: Business) =>
  db.selectFrom('merchants').select(['id', 'storeName']).where('email', '=', contact).executeTakeFirst()

const openDemoStore = async (deps: Deps, { id, storeName }: { id: number; storeName: string }) =>
  openStore(await findStore(deps.db, id), deps.sealer) ??
  (await provisionStore(deps, { merchantId: id, name: storeName }))

const toApplication = ({ name, contact, type, about, volume }: Business) => ({
  businessName: name,
  businessType: type,
  businessDescription: about,
  contactName: 'Shop desk',
  contactEmail: contact,
  contactPhone: '555 010 0100',
  monthlyVolume: volume,
  website: `https://${contact.replace('hello@', '')}`,
})
