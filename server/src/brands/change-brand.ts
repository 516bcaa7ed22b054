import type { Brand } from '@bitquay/contract/brands'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { requireHonestNames } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
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
    for (const field of changed) {
      const detail = { field, before: before[field], after: change[field] ?? null }
      await recordActivity(tx, { act: 'settings-changed', actor: person, source, detail })
    }
    await emitChange(tx, `merchant:${person.merchantId}`, 'settings')
    return readBrand(tx, person.merchantId)
  })
