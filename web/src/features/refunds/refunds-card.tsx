import type { Refund } from '@bitquay/contract/refunds'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { toast } from '../../ui/toast-store.ts'
import { describeRefund } from './describe-refund.ts'
import { type Refundable, RefundDialog } from './refund-dialog.tsx'
import { useCancelRefund } from './use-refunds.ts'
import './refunds-card.css'

type RefundsCardProps = {
  invoiceId: string
  customerEmail: string | null
  refunds: readonly Refund[]
  refundable: Refundable
  /** Whether this person may offer money back. */
  manager: boolean
  twoFactorEnabled: boolean
}

/** Money back to the customer: what was offered, and the way to offer it. Absent while there is nothing to say. */
export const RefundsCard = ({ refunds, refundable, manager, twoFactorEnabled, ...invoice }: RefundsCardProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const possible = manager && /[1-9]/.test(refundable.everythingBtc)
  if (refunds.length === 0 && !possible && !isOpen) return null
  return (
    <Card
      title="Refunds"
      aria-label="Refunds"
      bare
      footer={
        possible && (
          <Button icon={<Undo2 className="ico" aria-hidden="true" />} onClick={() => setIsOpen(true)}>
            Refund
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
        <p className="pad muted">
          You can pay back up to <Btc amount={refundable.everythingBtc} />. The customer says where to.
        </p>
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
  return (
    <li>
      <div className="min-w-0">
        <Badge shape={shape}>{word}</Badge>
        <div className="small quiet mt-1">
          {refund.kind === 'overpaid' ? 'What was paid too much' : 'Everything that was left'} ·{' '}
          {formatDateTime(refund.offeredAt)} · by {refund.offeredBy}
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
            <CopyButton label="Transaction hash" text={refund.txid} />
          </div>
        )}
        {refund.status === 'offered' && manager && <CallOff id={refund.id} />}
      </div>
      <div className="amt">
        <Usd amount={refund.amountUsd} />
        <Btc amount={refund.amountBtc} />
      </div>
    </li>
  )
}

const CallOff = ({ id }: { id: number }) => {
  const callOff = useCancelRefund()
  const act = () =>
    callOff.mutate(id, {
      onSuccess: () => toast({ title: 'Refund called off', description: 'The link no longer works.' }),
      onError: (error) =>
        toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to call the refund off') }),
    })
  return (
    <Button size="sm" className="mt-2" busy={callOff.isPending} onClick={act}>
      Call off
    </Button>
  )
}
