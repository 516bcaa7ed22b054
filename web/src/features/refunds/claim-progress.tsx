import type { RefundClaim } from '@bitquay/contract/refunds'
import { formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { describeRefund } from './describe-refund.ts'
import * as t from './messages.ts'

/** Shows a claim until it is paid. */
export const ClaimProgress = ({ claim }: { claim: RefundClaim }) => {
  const { shape, word } = describeRefund(claim)
  return (
    <div className="grid gap-4" role="status">
      <div>
        <Badge shape={shape}>{word}</Badge>
        {claim.paidAt && <span className="small quiet ml-2">{formatDateTime(claim.paidAt)}</span>}
      </div>
      {claim.address && <CopyRow label={t.sentTo} text={claim.address} />}
      {claim.txid && <CopyRow label={t.transaction} text={claim.txid} />}
      {claim.status === 'claimed' && <p className="muted">{claim.txid ? t.inNetwork : t.preparing}</p>}
    </div>
  )
}
