import {
  ArrowLeftRight,
  ChevronRight,
  LifeBuoy,
  type LucideIcon,
  ReceiptText,
  RefreshCw,
  Send,
  ServerCog,
} from 'lucide-react'
import { Link } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { paths } from '../../../frame/screens.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { useUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { PriceNote } from '../../prices/index.ts'
import { CustodyCard } from '../custody-card.tsx'
import { RecoveryPhraseCard } from '../recovery-phrase-card.tsx'
import { useWallet } from '../use-wallet.ts'
import { WalletCard } from '../wallet-card.tsx'
import '../wallet-actions.css'

const MerchantWalletPage = () => {
  const { role, twoFactorEnabled } = useUser()
  const { data: wallet, error, isError, isFetching, refetch, dataUpdatedAt } = useWallet()
  return (
    <Page sentence="What is in your wallet right now.">
      {wallet ? (
        <>
          <WalletCard wallet={wallet} failedSince={isError ? dataUpdatedAt : undefined} note={<PriceNote />} />
          <Ways />
          <CustodyCard
            lightning={wallet.lightning}
            lightningAvailable={wallet.lightningAvailable}
            ownServer={wallet.recoveryWords === 'elsewhere'}
          />
          <RecoveryPhraseCard
            state={wallet.recoveryWords}
            owner={role === 'owner'}
            twoFactorEnabled={twoFactorEnabled}
          />
        </>
      ) : isError ? (
        <WalletFailure
          message={messageOf(error, 'Failed to load wallet')}
          busy={isFetching}
          again={() => void refetch()}
        />
      ) : (
        <Card span={7}>
          <SkeletonLines lines={5} />
        </Card>
      )}
    </Page>
  )
}

const Ways = () => {
  const { role } = useUser()
  return (
    <Card title="Payments" span={5} bare>
      <nav className="rows ways" aria-label="Payments">
        <Way to={portalPaths.merchant.invoices} icon={ReceiptText} name="Invoices" />
        {role !== 'user' && <Way to={portalPaths.merchant.send} icon={Send} name="Send Payment" />}
        <Way to={portalPaths.merchant.transactions} icon={ArrowLeftRight} name="Transactions" />
      </nav>
    </Card>
  )
}

const Way = ({ to, icon: Icon, name }: { to: string; icon: LucideIcon; name: string }) => (
  <Link to={to}>
    <span className="dir" aria-hidden="true">
      <Icon className="ico" />
    </span>
    {name}
    <ChevronRight className="ico quiet" aria-hidden="true" />
  </Link>
)

const WalletFailure = ({ message, busy, again }: { message: string; busy: boolean; again: () => void }) => (
  <EmptyState
    scene="mooring"
    title={message}
    sentence="Your money is not affected."
    actions={
      <>
        {/not configured/i.test(message) ? (
          <ButtonLink
            variant="signal"
            to={portalPaths.merchant.settings}
            icon={<ServerCog className="ico" aria-hidden="true" />}
          >
            Configure BTCPay Server
          </ButtonLink>
        ) : (
          <Button variant="signal" busy={busy} icon={<RefreshCw className="ico" aria-hidden="true" />} onClick={again}>
            Try Again
          </Button>
        )}
        <ButtonLink to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
          Support chat
        </ButtonLink>
      </>
    }
  />
)

export default MerchantWalletPage
