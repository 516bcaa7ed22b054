import type { Brand } from '@bitquay/contract/brands'
import type { Deps } from '../deps.ts'
import { announceAll } from '../facts/index.ts'
import { requireHonestNames } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { brandChanged } from './facts.ts'
import { readBrand } from './queries.ts'
import { saveBrand } from './table.ts'

type Change = {
  name?: string | null | undefined
  color?: string | null | undefined
  supportContact?: string | null | undefined
}

export const changeBrand = ({ db }: Deps, person: MerchantPerson, wanted: Change, source: Source): Promise<Brand> =>
  inTransaction(db, async (tx) => {
    // An empty field of the form removes what was there.
    const change = {
      ...(wanted.name === undefined ? {} : { name: wanted.name || null }),
      ...(wanted.color === undefined ? {} : { color: wanted.color }),
      ...(wanted.supportContact === undefined ? {} : { supportContact: wanted.supportContact || null }),
    }
    const before = await saveBrand(tx, person.merchantId, change)
    const changed = (['name', 'color', 'supportContact'] as const).filter(
      (field) => field in change && change[field] !== before[field],
    )
    if (changed.includes('name')) await requireHonestNames(tx, person, { name: change.name })
    const changes = changed.map((field) => ({
      merchantId: person.merchantId,
      detail: { field, before: before[field], after: change[field] ?? null },
    }))
    await announceAll(tx, brandChanged, changes, { actor: person, source })
    return readBrand(tx, person.merchantId)
  })
