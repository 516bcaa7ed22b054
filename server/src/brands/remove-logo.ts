import type { Brand } from '@bitquay/contract/brands'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { deleteOldImages } from '../images/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { brandChanged } from './facts.ts'
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
      await announce(tx, brandChanged, { merchantId, detail }, { actor: person, source })
    }
    return readBrand(tx, merchantId)
  })
