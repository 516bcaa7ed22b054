import type { Deps } from '../deps.ts'
import { getMerchant } from '../people/index.ts'
import { claimRefund, offerRefund } from '../refunds/index.ts'
import { callSandbox } from './call-sandbox.ts'
import { source } from './make-demo-applications.ts'

/** The newest overpaid invoice of a merchant is refunded, and its customer claims it. */
export const makeDemoRefund = async (deps: Deps, merchantId: number) => {
  const overpaid = await deps.db
    .selectFrom('invoices')
    .select('invoiceId')
    .where('merchantId', '=', merchantId)
    .where('additionalStatus', '=', 'paid-over')
    .where('dealtWithAt', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!overpaid?.invoiceId) return
  const { email } = await getMerchant(deps.db, merchantId)
  const { claimLink } = await offerRefund(deps, {
    merchantId,
    invoiceId: overpaid.invoiceId,
    kind: 'overpaid',
    reason: 'You paid more than the invoice.',
    actor: { kind: 'merchant', id: merchantId, email },
    offeredBy: email,
    source,
    // As for every payment in the demo history: anyone who can move the clock may do this.
    authorize: async () => undefined,
  })
  const { address } = await callSandbox(deps, 'address', {})
  await claimRefund(deps, claimLink.split('/').at(-1) ?? '', String(address), source)
}
