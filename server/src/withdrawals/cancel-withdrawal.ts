import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { cancelSend } from '../sends/end-send.ts'

/** Calls a withdrawal off before it is signed. */
export const cancelWithdrawal = (deps: Deps, person: MerchantPerson, sendId: number, source: Source) =>
  inTransaction(deps.db, async (tx) => {
    await cancelSend(tx, sendId)
    await recordAct(tx, { act: 'withdrawal-cancelled', actor: person, source, subject: { kind: 'send', id: sendId } })
  })
