import type { LightningPayment } from '../../engine/engine.ts'
import { invalidField, refused } from '../errors.ts'
import { answer, type Call } from '../route.ts'

/**
 * 200 when it is complete, 202 when the result isn't known yet: then it must be looked up by hash, never sent again.
 */
export const payLightning = (call: Call, nodeId: string, toView: (payment: LightningPayment) => unknown): unknown => {
  const body = call.fields()
  const bolt11 = body.text('BOLT11')?.trim() ?? ''
  const amount = body.decimal('amount')
  const maxFeePercent = body.number('maxFeePercent')
  const maxFeeFlat = body.decimal('maxFeeFlat')
  body.integer('sendTimeout')
  body.check()
  if (bolt11 === '') throw invalidField('BOLT11', 'The BOLT11 is required')
  if (amount !== undefined && !/^\d{1,18}$/.test(amount)) throw invalidField('Amount', 'The amount is not valid')
  if (maxFeeFlat !== undefined && !/^\d{1,15}$/.test(maxFeeFlat))
    throw invalidField('MaxFeeFlat', 'The fee is not valid')
  const paid = call.btcpay.engine.lightning.pay(nodeId, {
    bolt11,
    ...(amount === undefined ? {} : { amountMsat: BigInt(amount) }),
    ...(maxFeePercent === undefined ? {} : { maxFeePercent }),
    ...(maxFeeFlat === undefined ? {} : { maxFeeSats: BigInt(maxFeeFlat) }),
  })
  if (paid.outcome === 'complete') return toView(paid.payment)
  if (paid.outcome === 'pending') return answer(202, toView(paid.payment))
  if (paid.outcome === 'failed') {
    const isRoute = paid.reason === 'no-route' || paid.reason === 'fee-too-high'
    throw refused(isRoute ? 'could-not-find-route' : 'generic-error', paid.message)
  }
  if (paid.reason === 'bad-bolt11' || paid.reason === 'wrong-network') throw invalidField('BOLT11', paid.message)
  if (paid.reason === 'amount-missing' || paid.reason === 'amount-too-low') throw invalidField('Amount', paid.message)
  throw refused('generic-error', paid.message)
}
