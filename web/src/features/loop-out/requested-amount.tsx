import type { LoopOutRequest } from '@bitquay/contract/loop-out'
import { toCents } from '@bitquay/contract/money'
import { About } from '../../ui/about.tsx'
import { Usd } from '../../ui/figures.tsx'
import { isOpen } from './use-loop-outs.ts'

type RequestedAmountProps = {
  request: LoopOutRequest
  /** What is on hold at today’s price. Undefined until known. */
  heldUsd: string | undefined
}

/**
 * An open request shows what is on hold, as the balance beside it does. Nothing is on hold anymore once the wallet shows the
 * transaction: what it was worth when requested is then an estimate.
 */
export const RequestedAmount = ({ request, heldUsd }: RequestedAmountProps) => {
  if (!isOpen(request)) return <Usd amount={request.lightningBalanceUsd} />
  if (heldUsd !== undefined && toCents(heldUsd) > 0n) return <Usd amount={heldUsd} />
  return (
    <About>
      <Usd amount={request.lightningBalanceUsd} />
    </About>
  )
}
