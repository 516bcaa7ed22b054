import type { NetworkName, RefundAttempt } from '@bitquay/contract/checkout.pages'
import type { RefundClaim } from '@bitquay/contract/refunds'
import { type ReactNode, useEffect } from 'react'
import { platformBrand } from '../../../content/platform-brand.ts'
import { Price } from '../../../frame/price.tsx'
import { LanguageMenu } from '../../../frame/shop-page/language-menu.tsx'
import { BlankPage, ContactShop, ShopPage } from '../../../frame/shop-page/shop-page.tsx'
import { formatDate } from '../../../lib/format-date.ts'
import { pageLanguage } from '../../../lib/language.ts'
import { servedMode } from '../../../lib/mode.ts'
import { useLocalTime } from '../../../lib/use-local-time.ts'
import { Btc } from '../../../ui/figures.tsx'
import { ShopTile } from '../../../ui/shop-frame.tsx'
import { MailIcon, SafeIcon, UndoIcon } from '../../../ui/shop-icons.tsx'
import { ClaimForm } from './claim-form.tsx'
import { ClaimProgress } from './claim-progress.tsx'
import * as t from './messages.ts'
import { useClaim } from './use-claim.ts'

type RefundPageProps = {
  token: string
  /** Null: there is no such refund. Undefined: the server couldn't read it. */
  given: RefundClaim | null | undefined
  attempt: RefundAttempt
  network: NetworkName
}

/** Where a customer claims a refund. Anyone who has the link can claim it, without signing in. */
export const RefundPage = ({ token, given, attempt, network }: RefundPageProps) => {
  const { claim, keep } = useClaim(token, given)
  useLocalTime()
  useEffect(() => {
    document.title = t.refundTab({ platform: platformBrand().name })
  }, [])
  return (
    <ShopPage
      shop={claim}
      about={t.refund}
      isSandbox={servedMode() === 'sandbox'}
      menu={<LanguageMenu />}
      aside={claim && <ContactShop shop={claim} />}
    >
      {claim && <Claim token={token} claim={claim} attempt={attempt} network={network} onClaim={keep} />}
      {claim === null && <BlankPage title={t.notFoundTitle}>{t.notFound}</BlankPage>}
      {claim === undefined && <BlankPage title={t.yourRefund}>{t.notLoaded}</BlankPage>}
    </ShopPage>
  )
}

type ClaimProps = {
  token: string
  claim: RefundClaim
  attempt: RefundAttempt
  network: NetworkName
  onClaim: (claim: RefundClaim) => void
}

const Claim = (props: ClaimProps) => {
  const { claim } = props
  const { title, purpose } = describePhase(claim)
  const isOpen = claim.status === 'offered' && claim.storeActive
  const isClaimed = claim.status === 'claimed' || claim.status === 'paid'
  const { logoUrl } = claim.brand
  return (
    <main id="main" className="shop-page" tabIndex={-1}>
      <section className="story">
        <h1 className="hull">{title}</h1>
        <p className="lead">{purpose}</p>
        <Amount claim={claim} />
        {isOpen && claim.signedByShop && <p className="hint">{t.signedByShop}</p>}
        {isOpen && <Warnings />}
        <div className="stand" aria-hidden="true">
          {isClaimed ? (
            <div className="shop-box in-signal">
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
      {isOpen && <ClaimForm {...props} />}
      {isClaimed && <ClaimProgress claim={claim} />}
    </main>
  )
}

const Amount = ({ claim }: { claim: RefundClaim }) => (
  <div className="refund-amount mt-6">
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
  <ul className="refund-warnings stack gap-3 muted">
    <Warning icon={<SafeIcon />}>{t.ownWallet}</Warning>
    <Warning icon={<UndoIcon />}>{t.wrongAddress}</Warning>
    <Warning icon={<MailIcon />}>{t.notExpected}</Warning>
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
  signedByShop,
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
      if (awaitingApproval) return { title: t.reviewTitle, purpose: t.isReviewing({ store }) }
      return signedByShop
        ? { title: t.reviewTitle, purpose: t.signedByShop }
        : { title: t.sendingTitle, purpose: t.isSending({ store }) }
    case 'paid':
      return { title: t.refundedTitle, purpose: t.isRefunded({ store }) }
    case 'called-off':
      return { title: t.canceledTitle, purpose: t.isCanceled({ store }) }
    case 'expired':
      return { title: t.expiredTitle, purpose: t.isExpired({ store }) }
  }
}
