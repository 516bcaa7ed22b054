import type { RefundClaim } from '@bitquay/contract/refunds'
import { Mail, ShieldCheck, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useParams } from 'react-router'
import { usePageTitle } from '../../../frame/page-title.ts'
import { Price } from '../../../frame/price.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format-date.ts'
import { loadTexts, pageLanguage } from '../../../lib/language.ts'
import { Btc } from '../../../ui/figures.tsx'
import { ShopColors } from '../../../ui/shop-colors.tsx'
import { ShopBar, ShopContact, ShopTile, ShopWall } from '../../../ui/shop-frame.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { ClaimForm } from '../customer/claim-form.tsx'
import { ClaimProgress } from '../customer/claim-progress.tsx'
import * as t from '../customer/messages.ts'
import { useClaim } from '../use-refunds.ts'
import './customer.css'

/** Where a customer claims a refund. Anyone who has the link can claim it, without signing in. */
const RefundPage = () => {
  const { token = '' } = useParams()
  const { data: claim, error } = useClaim(token)
  usePageTitle(t.refund)
  if (claim) return <Claim token={token} claim={claim} />
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <div className="shop">
      <main id="main" className="shop-page" tabIndex={-1}>
        <section className="story">
          <h1 className="hull">{isUnknown ? t.notFoundTitle : t.yourRefund}</h1>
          {isUnknown && <p className="lead">{t.notFound}</p>}
          {!isUnknown && error && <p className="lead">{t.notLoaded}</p>}
          {!isUnknown && <SkeletonLines lines={4} />}
        </section>
      </main>
      <ShopWall by={t.paymentsBy} />
    </div>
  )
}

const Claim = ({ token, claim }: { token: string; claim: RefundClaim }) => {
  const { title, purpose } = describePhase(claim)
  const isOpen = claim.status === 'offered' && claim.storeActive
  const isClaimed = claim.status === 'claimed' || claim.status === 'paid'
  const { color, logoUrl, supportContact } = claim.brand
  return (
    <div className="shop" data-color={color}>
      <ShopColors color={color} />
      <ShopBar name={claim.storeName} logoUrl={logoUrl} about={t.refund} />
      <main id="main" className="shop-page" tabIndex={-1}>
        <section className="story">
          <h1 className="hull">{title}</h1>
          <p className="lead">{purpose}</p>
          <Amount claim={claim} />
          {isOpen && <Warnings />}
          <div className="stand" aria-hidden="true">
            {isClaimed ? (
              <div className="shop-box shop-box--newest">
                <ShopTile name={claim.storeName} logoUrl={logoUrl} />
                <span>
                  <b>{claim.status === 'paid' ? t.arrived : t.onItsWay}</b>
                  {t.fromStore({ store: claim.storeName })}
                </span>
              </div>
            ) : (
              isOpen && (
                <div className="not-yet">
                  <ShopTile name={claim.storeName} logoUrl={logoUrl} />
                  {t.waitingForAddress}
                </div>
              )
            )}
          </div>
        </section>
        {isOpen && <ClaimForm token={token} claim={claim} />}
        {isClaimed && <ClaimProgress claim={claim} />}
      </main>
      <ShopWall
        by={t.paymentsBy}
        aside={<ShopContact contact={supportContact} label={t.contactShop({ name: claim.storeName })} />}
      />
    </div>
  )
}

const Amount = ({ claim }: { claim: RefundClaim }) => (
  <div className="refund-amount">
    <p className="money">
      <Price amount={claim.amount} currency={claim.currency} language={pageLanguage()} />
    </p>
    {claim.currency !== 'BTC' && claim.currency !== 'SATS' && <Btc amount={claim.amountBtc} />}
    {claim.description && <p className="hint">{t.forPurchase({ description: claim.description })}</p>}
    {claim.reason && <p className="hint">{t.reasonGiven({ reason: claim.reason })}</p>}
  </div>
)

/** Three short lines, beside what they are about. */
const Warnings = () => (
  <ul className="refund-warnings">
    <Warning icon={<ShieldCheck className="ico" aria-hidden="true" />}>{t.ownWallet}</Warning>
    <Warning icon={<Undo2 className="ico" aria-hidden="true" />}>{t.wrongAddress}</Warning>
    <Warning icon={<Mail className="ico" aria-hidden="true" />}>{t.notExpected}</Warning>
  </ul>
)

const Warning = ({ icon, children }: { icon: ReactNode; children: string }) => (
  <li>
    {icon}
    <span>{children}</span>
  </li>
)

const describePhase = ({
  status,
  storeName: store,
  storeActive,
  awaitingApproval,
  expiresAt,
}: RefundClaim): { title: string; purpose: string } => {
  switch (status) {
    case 'offered':
      if (!storeActive) {
        return {
          title: t.deactivatedTitle,
          purpose: t.deactivated({ store }),
        }
      }
      return {
        title: t.readyTitle,
        purpose: t.addAddress({ store, date: formatDate(expiresAt) }),
      }
    case 'claimed':
      return awaitingApproval
        ? { title: t.reviewTitle, purpose: t.isReviewing({ store }) }
        : { title: t.sendingTitle, purpose: t.isSending({ store }) }
    case 'paid':
      return { title: t.refundedTitle, purpose: t.isRefunded({ store }) }
    case 'called-off':
      return { title: t.canceledTitle, purpose: t.isCanceled({ store }) }
    case 'expired':
      return { title: t.expiredTitle, purpose: t.isExpired({ store }) }
  }
}

const TranslatedPage = lazy(async () => {
  await loadTexts(pageLanguage())
  return { default: RefundPage }
})

const RefundPageInLanguage = () => (
  <Suspense>
    <TranslatedPage />
  </Suspense>
)

export default RefundPageInLanguage
