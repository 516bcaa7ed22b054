import type { RefundClaim } from '@bitquay/contract/refunds'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { AuthFrame } from '../../../frame/auth-frame.tsx'
import { usePageTitle } from '../../../frame/page-title.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { Btc, Usd } from '../../../ui/figures.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { ClaimForm } from '../claim-form.tsx'
import { ClaimProgress } from '../claim-progress.tsx'
import { useClaim } from '../use-refunds.ts'
import './customer.css'

/** Where a customer claims money back. The link is the right to it; nobody signs in. */
const RefundPage = () => {
  const { token = '' } = useParams()
  const { data: claim, error } = useClaim(token)
  usePageTitle('Refund')
  if (claim) return <Claim token={token} claim={claim} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <AuthFrame title="Refund not found" purpose="Check the link, or ask the store that sent it to you.">
        {null}
      </AuthFrame>
    )
  }
  return (
    <AuthFrame
      title="Your refund"
      purpose={error ? 'It cannot be shown right now. The page tries again by itself.' : ''}
    >
      <SkeletonLines lines={4} />
    </AuthFrame>
  )
}

const Claim = ({ token, claim }: { token: string; claim: RefundClaim }) => {
  const { title, purpose } = describePhase(claim)
  return (
    <AuthFrame title={title} purpose={purpose}>
      <div className="refund-sum">
        <Usd amount={claim.amountUsd} />
        <Btc amount={claim.amountBtc} />
        {claim.description && <span className="small quiet">for {claim.description}</span>}
      </div>
      {claim.status === 'offered' && claim.storeActive && <ClaimForm token={token} />}
      {(claim.status === 'claimed' || claim.status === 'paid') && <ClaimProgress claim={claim} />}
    </AuthFrame>
  )
}

const describePhase = ({
  status,
  storeName,
  storeActive,
  expiresAt,
}: RefundClaim): { title: string; purpose: ReactNode } => {
  switch (status) {
    case 'offered':
      if (!storeActive) {
        return {
          title: 'Store deactivated',
          purpose: `${storeName} is deactivated, so this refund can’t be claimed. Nothing was sent. Contact the store.`,
        }
      }
      return {
        title: 'Your refund',
        purpose: `${storeName} wants to pay you back. Say where to, before ${formatDate(expiresAt)}.`,
      }
    case 'claimed':
      return { title: 'On its way', purpose: `${storeName} is paying you back.` }
    case 'paid':
      return { title: 'Paid back', purpose: `${storeName} has paid you back. Nothing more to do.` }
    case 'called-off':
      return { title: 'No longer offered', purpose: `${storeName} has called this refund off. Please ask them.` }
    case 'expired':
      return { title: 'Too late', purpose: `This refund was not claimed in time. Please ask ${storeName}.` }
  }
}

export default RefundPage
