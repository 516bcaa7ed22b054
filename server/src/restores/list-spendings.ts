import type { Deps } from '../deps.ts'
import { readMissingDetails } from './find-payment.ts'
import { fitsSend } from './match-transactions.ts'
import { findSpendings, findWaitingSends, type UnknownTransaction, type WaitingSend } from './queries.money.ts'

export type Spending = UnknownTransaction & { sends: WaitingSend[] }

/** What left the platform's own wallet without a record, each with the waiting sends that it may have paid. */
export const listSpendings = async (deps: Deps): Promise<{ spendings: Spending[]; waiting: number }> => {
  await readMissingDetails(deps, await findSpendings(deps.db))
  const found = await findSpendings(deps.db)
  const [first] = found
  const sends = first ? await findWaitingSends(deps.db, first.storeRef) : []
  const spendings = found.map((spending) => ({
    ...spending,
    sends: sends.filter((send) => fitsSend(send, spending, deps.config.network)),
  }))
  return { spendings, waiting: sends.length }
}
