import { ArrowLeftRight, LifeBuoy, ReceiptText, Send, ServerCog } from 'lucide-react'
import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { paths } from '../../../frame/screens.ts'
import { messageOf, requestCodeOf } from '../../../lib/api-error.ts'
import { useUser } from '../../../lib/session.ts'
import { Beside } from '../../../ui/beside.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useLightningBalance } from '../../balances/index.ts'
import { MovingCard } from '../../loop-out/index.ts'
import { OwnKeysCard } from '../../own-keys/index.ts'
import { PriceNote } from '../../prices/index.ts'
import { useStatus } from '../../status/index.ts'
import { RecentActivity } from '../../transactions/index.ts'
import { BackUpBar } from '../back-up-bar.tsx'
import { CustodyCard } from '../custody-card.tsx'
import { FeeInvoiceCard } from '../fee-invoice-card.tsx'
import { FormerWallets } from '../former-wallets.tsx'
import * as t from '../messages.ts'
import { ReceiveCard } from '../receive-card.tsx'
import { useWallet, type Wallet } from '../use-wallet.ts'
import { WalletDetails } from '../wallet-details.tsx'
import { WalletLightning } from '../wallet-lightning.tsx'
import { WalletTotal } from '../wallet-total.tsx'

const MerchantWalletPage = () => {
  const { role, twoFactorEnabled } = useUser()
  const { data: wallet, error, isError, isFetching, refetch } = useWallet()
  return (
    <Page actions={<Actions maySend={role !== 'user'} />}>
      {wallet ? (
        <>
          <BackUpBar state={wallet.recoveryWords} isOwner={role === 'owner'} twoFactorEnabled={twoFactorEnabled} />
          <FormerWallets former={wallet.former} isOwner={role === 'owner'} twoFactorEnabled={twoFactorEnabled} />
          <Loaded wallet={wallet} />
        </>
      ) : isError ? (
        <WalletFailure error={error} reading={{ isFetching, refetch }} />
      ) : (
        <Card>
          <SkeletonLines lines={5} />
        </Card>
      )}
    </Page>
  )
}

const Loaded = ({ wallet }: { wallet: Wallet }) => {
  const { data: status } = useStatus()
  const { data: lightning } = useLightningBalance()
  return (
    <>
      <WalletTotal price={<PriceNote />} />
      <Beside
        main={
          <>
            <MovingCard heldUsd={lightning?.heldUsd} />
            <RecentActivity
              note={
                <Link className="link small" to={portalPaths.merchant.transactions}>
                  {t.viewTransactions}
                </Link>
              }
            />
            <CustodyCard {...wallet} />
            <OwnKeysCard />
            <WalletDetails wallet={wallet} network={status?.network} />
          </>
        }
        aside={
          <>
            <FeeInvoiceCard />
            <WalletLightning />
            <ReceiveCard />
          </>
        }
      />
    </>
  )
}

const Actions = ({ maySend }: { maySend: boolean }) => (
  <>
    <ButtonLink to={portalPaths.merchant.invoices} icon={<ReceiptText className="ico" aria-hidden="true" />}>
      {t.invoices}
    </ButtonLink>
    <ButtonLink to={portalPaths.merchant.transactions} icon={<ArrowLeftRight className="ico" aria-hidden="true" />}>
      {t.transactions}
    </ButtonLink>
    {maySend && (
      <ButtonLink variant="signal" to={portalPaths.merchant.send} icon={<Send className="ico" aria-hidden="true" />}>
        {t.sendPayment}
      </ButtonLink>
    )}
  </>
)

type WalletFailureProps = { error: unknown; reading: { isFetching: boolean; refetch: () => unknown } }

const WalletFailure = ({ error, reading }: WalletFailureProps) => {
  const title = messageOf(error, t.walletFailed)
  const support = (
    <ButtonLink to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
      {t.supportChat}
    </ButtonLink>
  )
  if (!/not configured/i.test(title)) {
    return (
      <LoadError
        card
        prominent
        title={title}
        sentence={t.moneySafe}
        help={support}
        code={requestCodeOf(error)}
        reading={reading}
      />
    )
  }
  return (
    <EmptyState
      scene="mooring"
      title={title}
      sentence={t.moneySafe}
      actions={
        <>
          <ButtonLink
            variant="signal"
            to={portalPaths.merchant.settings}
            icon={<ServerCog className="ico" aria-hidden="true" />}
          >
            {t.configureServer}
          </ButtonLink>
          {support}
        </>
      }
    />
  )
}

export default MerchantWalletPage
