import type { Refund } from '@bitquay/contract/refunds'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { Price } from '../../frame/price.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { formatPrice } from '../../lib/format-price.ts'
import { useUser } from '../../lib/session.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc } from '../../ui/figures.tsx'
import { SheetSection } from '../../ui/sheet-section.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ApproveButton } from './approve-button.tsx'
import { describeRefund } from './describe-refund.ts'
import * as t from './messages.ts'
import { useCancelRefund } from './use-refunds.ts'
import './refund-list.css'

type Sale = {
  till: string
  cashier: string | null
  currency: string
  refunds: readonly { id: number; salesTax: string; cashier: string | null }[]
}

/** An invoice's refunds. Nothing while there are none. */
export const RefundList = ({ refunds, sale }: { refunds: readonly Refund[]; sale: Sale | null }) => {
  const isManager = useUser().role !== 'user'
  if (refunds.length === 0) return null
  return (
    <SheetSection title={t.cardTitle} note={refunds.length}>
      <ul className="rows refunds">
        {refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} sale={sale} isManager={isManager} />
        ))}
      </ul>
    </SheetSection>
  )
}

const rowTexts = { overpaid: t.overpaidRow, everything: t.everythingRow, partial: t.partialRow }

type RowProps = { refund: Refund; sale: Sale | null; isManager: boolean }

const RefundRow = ({ refund, sale, isManager }: RowProps) => {
  const { shape, word } = describeRefund(refund)
  return (
    <li>
      <div className="min-w-0">
        <Badge shape={shape}>{word}</Badge>
        <div className="small quiet mt-1">
          {rowTexts[refund.kind]({ date: formatDateTime(refund.offeredAt), person: refund.offeredBy })}
        </div>
        {sale && <SaleLines sale={sale} refundId={refund.id} />}
        {refund.reason && <div className="small">{t.reasonGiven({ reason: refund.reason })}</div>}
        {refund.handedOutId !== null && refund.signingRequestId === null && (
          <div className="small">
            <Link className="link" to={`${portalPaths.merchant.signing}/${refund.handedOutId}`}>
              {t.canStillBeSent}
            </Link>
          </div>
        )}
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
        {isManager && (
          <div className="flex wraps gap-2">
            {refund.signingRequestId !== null && (
              <ButtonLink
                size="sm"
                variant="signal"
                className="mt-2"
                to={`${portalPaths.merchant.signing}/${refund.signingRequestId}`}
              >
                {t.sign}
              </ButtonLink>
            )}
            {refund.awaitingApproval && <ApproveButton refund={refund} />}
            {(refund.status === 'offered' || refund.awaitingApproval) && <CancelButton id={refund.id} />}
          </div>
        )}
      </div>
      <div className="amt to-right">
        {refund.currency !== 'BTC' && refund.currency !== 'SATS' && (
          <Price amount={refund.amount} currency={refund.currency} />
        )}
        <Btc amount={refund.amountBtc} />
      </div>
    </li>
  )
}

/** Who requested it, at which till, and how much of it is tax. */
const SaleLines = ({ sale: { till, cashier, currency, refunds }, refundId }: { sale: Sale; refundId: number }) => {
  const found = refunds.find(({ id }) => id === refundId)
  const by = found?.cashier
  return (
    <>
      <div className="small quiet">
        {by ? t.requestedAt({ cashier: by, till }) : cashier ? t.soldBy({ till, cashier }) : t.soldAt({ till })}
      </div>
      {found && /[1-9]/.test(found.salesTax) && (
        <div className="small quiet">{t.includesTax({ amount: formatPrice(found.salesTax, currency) })}</div>
      )}
    </>
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
