import type { RefundClaim } from '@bitquay/contract/refunds'
import { formatDateTime } from '../../../lib/format-date.ts'
import { Step } from '../../../ui/step.tsx'
import { CopyLine } from './copy-line.tsx'
import * as t from './messages.ts'

/** Shows a claim until it is paid, in the place of the form: the newest step on top. */
export const ClaimProgress = ({ claim }: { claim: RefundClaim }) => {
  const { address, txid, status, paidAt, awaitingApproval } = claim
  return (
    <section className="form-card" aria-label={t.progress}>
      <ol className="steps" role="status">
        {status === 'paid' ? (
          <Step shape="solid" name={t.confirmed} detail={paidAt ? formatDateTime(paidAt) : ''} />
        ) : txid ? (
          <Step shape="dashed" name={t.waitingForBlock} detail={t.aboutTenMinutes} />
        ) : (
          <Step shape="dashed" name={awaitingApproval ? t.waitingForApproval : t.preparing} detail={t.closePage} />
        )}
        {txid && <Step shape="solid" name={t.sentStep} detail={t.seenOnNetwork} />}
        <Step shape="solid" name={t.claimedStep} detail={t.addressGiven} />
      </ol>
      {address && <CopyLine label={t.sentTo} text={address} />}
      {txid && <CopyLine label={t.transaction} text={txid} />}
    </section>
  )
}
