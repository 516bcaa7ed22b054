import type { Deps } from '../deps.ts'
import { recordAct } from '../modules/act-log/record-act.ts'
import { getMerchantSettings, renameMerchant } from '../modules/merchants/settings.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'

export const changeSettings = ({ db }: Deps, person: MerchantPerson, storeName: string, source: Source) =>
  inTransaction(db, async (tx) => {
    const before = await renameMerchant(tx, person.merchantId, storeName)
    if (before !== storeName) {
      await recordAct(tx, { act: 'settings-changed', actor: person, source, detail: { before, after: storeName } })
      await noteChange(tx, `merchant:${person.merchantId}`, 'settings')
    }
    return getMerchantSettings(tx, person.merchantId)
  })
