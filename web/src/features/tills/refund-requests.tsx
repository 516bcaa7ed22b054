import type { TillRefund } from '@bitquay/contract/tills'
import { useState } from 'react'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { formatAgo } from '../../lib/format-date.ts'
import { formatPrice } from '../../lib/format-price.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast-store.ts'
import { LinkDialog } from './link-dialog.tsx'
import * as t from './messages.ts'
import { useApproveRefund, useDeclineRefund, useTillRefunds } from './use-tills.ts'

/** Refunds that cashiers request and that a manager decides. */
export const RefundRequests = () => {
  const { data: requests = [] } = useTillRefunds(true)
  const [claimLink, setClaimLink] = useState<string>()
  if (requests.length === 0 && claimLink === undefined) return null
  return (
    <Card title={t.requests} aria-label={t.requests}>
      <ul className="till-devices stack">
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} onApproved={setClaimLink} />
        ))}
      </ul>
      {claimLink !== undefined && (
        <LinkDialog
          title={t.claimTitle}
          purpose={t.claimPurpose}
          label={t.claimLabel}
          codeLabel={t.claimCode}
          warning={t.claimOnce}
          link={claimLink}
          onClose={() => setClaimLink(undefined)}
        />
      )}
    </Card>
  )
}

type RowProps = { request: TillRefund; onApproved: (claimLink: string) => void }

const RequestRow = ({ request, onApproved }: RowProps) => {
  const approve = useApproveRefund(request.id)
  const decline = useDeclineRefund(request.id)
  const [approving, setApproving] = useState(false)
  const amount = amountOf(request)
  return (
    <li className="across gap-3">
      <RequestFacts request={request} />
      <Button
        size="sm"
        variant="ghost"
        aria-label={t.declineOne({ amount })}
        busy={decline.isPending}
        onClick={() =>
          decline.mutate(undefined, {
            onError: (error) =>
              toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.declineFailed) }),
          })
        }
      >
        {t.decline}
      </Button>
      <Button size="sm" aria-label={t.approveOne({ amount })} onClick={() => setApproving(true)}>
        {t.approve}
      </Button>
      {approving && (
        <CodeDialog
          title={t.approveTitle}
          purpose={t.approvePurpose}
          confirm={t.approveTitle}
          needed={t.codeNeeded}
          hint={t.codeHint}
          busy={approve.isPending}
          onClose={() => setApproving(false)}
          onCode={(twoFactorToken, refuse) =>
            approve.mutate(
              { twoFactorToken },
              {
                onSuccess: ({ claimLink }) => onApproved(claimLink),
                onError: (error) => refuse(messageOf(error, t.approveFailed)),
              },
            )
          }
        >
          <RequestFacts request={request} />
        </CodeDialog>
      )}
    </li>
  )
}

const amountOf = ({ amount, saleTotal, currency }: TillRefund) => formatPrice(amount ?? saleTotal, currency)

/** What is requested, by whom and why: in the list, and again where it is approved. */
const RequestFacts = ({ request }: { request: TillRefund }) => {
  const now = useNow(30_000)
  const { cashier, till, device, saleTotal, salesTax, currency, reason, requestedAt } = request
  return (
    <span className="grow min-w-0 breaks">
      <b>{t.requestLine({ amount: amountOf(request), total: formatPrice(saleTotal, currency) })}</b>
      <small className="block tiny quiet">
        {t.requestWho({ cashier, till, device, ago: formatAgo(requestedAt, now) })}
      </small>
      {/[1-9]/.test(salesTax) && (
        <small className="block tiny quiet">{t.requestTax({ amount: formatPrice(salesTax, currency) })}</small>
      )}
      {reason && <small className="block tiny quiet">{reason}</small>}
    </span>
  )
}
