import type { RefundClaim } from '@bitquay/contract/refunds'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { AuthFrame } from '../../../frame/auth-frame.tsx'
import { usePageTitle } from '../../../frame/page-title.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { Btc } from '../../../ui/figures.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { ClaimForm } from '../claim-form.tsx'
import { ClaimProgress } from '../claim-progress.tsx'
import * as t from '../messages.ts'
import { RefundAmount } from '../refund-amount.tsx'
import { useClaim } from '../use-refunds.ts'
import './customer.css'

/** Where a customer claims a refund. Whoever has the link may claim it, without signing in. */
const RefundPage = () => {
  const { token = '' } = useParams()
  const { data: claim, error } = useClaim(token)
  usePageTitle(t.pageTitle)
  if (claim) return <Claim token={token} claim={claim} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <AuthFrame title={t.notFoundTitle} purpose={t.notFound}>
        {null}
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t.yourRefund} purpose={error ? t.notLoaded : ''}>
      <SkeletonLines lines={4} />
    </AuthFrame>
  )
}

const Claim = ({ token, claim }: { token: string; claim: RefundClaim }) => {
  const { title, purpose } = describePhase(claim)
  return (
    <AuthFrame title={title} purpose={purpose}>
      <div className="refund-sum">
        {claim.currency !== 'BTC' && claim.currency !== 'SATS' && <RefundAmount {...claim} />}
        <Btc amount={claim.amountBtc} />
        {claim.description && <span className="small quiet">{t.forPurchase({ description: claim.description })}</span>}
        {claim.reason && <span className="small">{t.reasonGiven({ reason: claim.reason })}</span>}
      </div>
      {claim.status === 'offered' && claim.storeActive && <ClaimForm token={token} />}
      {(claim.status === 'claimed' || claim.status === 'paid') && <ClaimProgress claim={claim} />}
    </AuthFrame>
  )
}

const describePhase = ({
  status,
  storeName: store,
  storeActive,
  expiresAt,
}: RefundClaim): { title: string; purpose: ReactNode } => {
  switch (status) {
    case 'offered':
      if (!storeActive) {
        return {
          title: t.deactivatedTitle,
          purpose: t.deactivated({ store }),
        }
      }
      return {
        title: t.yourRefund,
        purpose: t.addAddress({ store, date: formatDate(expiresAt) }),
      }
    case 'claimed':
      return { title: t.sendingTitle, purpose: t.isSending({ store }) }
    case 'paid':
      return { title: t.refundedTitle, purpose: t.isRefunded({ store }) }
    case 'called-off':
      return { title: t.canceledTitle, purpose: t.isCanceled({ store }) }
    case 'expired':
      return { title: t.expiredTitle, purpose: t.isExpired({ store }) }
  }
}

export default RefundPage
