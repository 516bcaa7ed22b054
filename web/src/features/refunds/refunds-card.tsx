import type { Refund } from '@bitquay/contract/refunds'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { fillMessage } from '../../lib/fill-message.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { toast } from '../../ui/toast-store.ts'
import { describeRefund } from './describe-refund.ts'
import * as t from './messages.ts'
import { type Refundable, RefundDialog } from './refund-dialog.tsx'
import { useCancelRefund } from './use-refunds.ts'
import './refunds-card.css'

type RefundsCardProps = {
  invoiceId: string
  customerEmail: string | null
  refunds: readonly Refund[]
  refundable: Refundable
  /** Whether this person may create refunds. */
  manager: boolean
  twoFactorEnabled: boolean
}

/** An invoice's refunds and the button to create one. Hidden while there is neither. */
export const RefundsCard = ({ refunds, refundable, manager, twoFactorEnabled, ...invoice }: RefundsCardProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const possible = manager && /[1-9]/.test(refundable.everythingBtc)
  if (refunds.length === 0 && !possible && !isOpen) return null
  return (
    <Card
      title={t.cardTitle}
      aria-label={t.cardTitle}
      bare
      footer={
        possible && (
          <Button icon={<Undo2 className="ico" aria-hidden="true" />} onClick={() => setIsOpen(true)}>
            {t.refund}
          </Button>
        )
      }
    >
      {refunds.length > 0 ? (
        <ul className="rows refunds">
          {refunds.map((refund) => (
            <RefundRow key={refund.id} refund={refund} manager={manager} />
          ))}
        </ul>
      ) : (
        <p className="pad muted">{fillMessage(t.refundUpTo, { amount: <Btc amount={refundable.everythingBtc} /> })}</p>
      )}
      {isOpen && (
        <RefundDialog
          {...invoice}
          refundable={refundable}
          twoFactorEnabled={twoFactorEnabled}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Card>
  )
}

const RefundRow = ({ refund, manager }: { refund: Refund; manager: boolean }) => {
  const { shape, word } = describeRefund(refund)
  const describeRow = refund.kind === 'overpaid' ? t.overpaidRow : t.everythingRow
  return (
    <li>
      <div className="min-w-0">
        <Badge shape={shape}>{word}</Badge>
        <div className="small quiet mt-1">
          {describeRow({ date: formatDateTime(refund.offeredAt), person: refund.offeredBy })}
        </div>
        {refund.txid && (
          <div className="hash">
            <Link
              className="mono link small"
              to={`${portalPaths.merchant.transactions}?search=${refund.txid}`}
              title={refund.txid}
            >
              {shortenMiddle(refund.txid, 8, 20)}
            </Link>
            <CopyButton label={t.transactionHash} text={refund.txid} />
          </div>
        )}
        {refund.status === 'offered' && manager && <CancelButton id={refund.id} />}
      </div>
      <div className="amt">
        <Usd amount={refund.amountUsd} />
        <Btc amount={refund.amountBtc} />
      </div>
    </li>
  )
}

const CancelButton = ({ id }: { id: number }) => {
  const cancel = useCancelRefund()
  const act = () =>
    cancel.mutate(id, {
      onSuccess: () => toast({ title: t.canceledToast, description: t.linkStopped }),
      onError: (error) =>
        toast({ kind: 'bad', title: t.cancelFailedToast, description: messageOf(error, t.cancelFailed) }),
    })
  return (
    <Button size="sm" className="mt-2" busy={cancel.isPending} onClick={act}>
      {t.cancel}
    </Button>
  )
}
