import type { Deps } from '../deps.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { cancelRefund, claimRefund, offerRefund } from '../refunds/index.ts'
import { callSandbox } from './call-sandbox.ts'
import { source } from './make-demo-applications.ts'

/** What became of a refund: its customer claimed it, it was canceled, or its link was not used. */
export type DemoRefund = { of: 'overpaid' | 'paid'; ends: 'claimed' | 'canceled' | 'unused' }

/** The half days of the demo history on which a refund is offered. The link of the first one has expired. */
export const refundsAt: ReadonlyMap<number, DemoRefund> = new Map([
  [84, { of: 'paid', ends: 'unused' }],
  [96, { of: 'overpaid', ends: 'claimed' }],
  [128, { of: 'paid', ends: 'canceled' }],
  [144, { of: 'overpaid', ends: 'claimed' }],
  [160, { of: 'paid', ends: 'claimed' }],
  [172, { of: 'overpaid', ends: 'claimed' }],
  [176, { of: 'paid', ends: 'unused' }],
])

/** What a customer paid too much is refunded, or a part of what another one paid. */
export const makeDemoRefund = async (deps: Deps, owner: MerchantPerson, { of, ends }: DemoRefund) => {
  const { merchantId, email } = owner
  const found = await deps.db
    .selectFrom('invoices')
    .select('invoiceId')
    .where('merchantId', '=', merchantId)
    .where('additionalStatus', of === 'overpaid' ? '=' : '<>', 'paid-over')
    .where('status', '=', 'settled')
    .where('amountUsd', '>=', '20')
    .where('dealtWithAt', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!found?.invoiceId) return
  const order = {
    merchantId,
    invoiceId: found.invoiceId,
    actor: owner,
    offeredBy: email,
    source,
    // As for every payment in the demo history: anyone who can move the clock may do this.
    authorize: async () => undefined,
  }
  const { refund, claimLink } = await (of === 'overpaid'
    ? offerRefund(deps, { ...order, kind: 'overpaid', reason: 'You paid more than the invoice.' })
    : offerRefund(deps, { ...order, kind: 'partial', amount: '15.00', reason: 'One ticket returned.' }))
  if (ends === 'canceled') await cancelRefund(deps, owner, refund.id, source)
  if (ends !== 'claimed') return
  const { address } = await callSandbox(deps, 'address', {})
  await claimRefund(deps, claimLink.split('/').at(-1) ?? '', String(address), source)
}
