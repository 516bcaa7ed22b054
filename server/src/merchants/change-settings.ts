import { recordAct } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { getMerchantSettings, renameMerchant, setPaymentLetters } from './table.ts'

type Change = { storeName?: string | undefined; paymentLetters?: boolean | undefined }

export const changeSettings = (
  { db }: Deps,
  person: MerchantPerson,
  { storeName, paymentLetters }: Change,
  source: Source,
) =>
  inTransaction(db, async (tx) => {
    const act = { act: 'settings-changed', actor: person, source } as const
    if (storeName !== undefined) {
      const before = await renameMerchant(tx, person.merchantId, storeName)
      if (before !== storeName) await recordAct(tx, { ...act, detail: { before, after: storeName } })
    }
    if (paymentLetters !== undefined && (await setPaymentLetters(tx, person.merchantId, paymentLetters))) {
      await recordAct(tx, { ...act, detail: { paymentLetters } })
    }
    await noteChange(tx, `merchant:${person.merchantId}`, 'settings')
    return getMerchantSettings(tx, person.merchantId)
  })
