import type { Brand } from '@bitquay/contract/brands'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { deleteOldImages } from '../images/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { readBrand } from './queries.ts'
import { saveBrand } from './table.ts'

/** Removes the logo everywhere, also from emails that were sent. */
export const removeLogo = ({ db }: Deps, person: MerchantPerson, source: Source): Promise<Brand> =>
  inTransaction(db, async (tx) => {
    const { merchantId } = person
    const { logoHash: before } = await saveBrand(tx, merchantId, { logoHash: null })
    await deleteOldImages(tx, merchantId, 'logo', 0)
    if (before !== null) {
      const detail = { field: 'logo', before, after: null }
      await recordActivity(tx, { act: 'settings-changed', actor: person, source, detail })
    }
    await emitChange(tx, `merchant:${merchantId}`, 'settings')
    return readBrand(tx, merchantId)
  })
