import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useFees } from '../../fees/index.ts'
import { PriceNote } from '../../prices/index.ts'
import { WalletBalanceCard } from '../balance-card.tsx'
import { EarningRuleCard } from '../earning-rule-card.tsx'
import * as t from '../messages.ts'
import { PayoutsCard } from '../payouts-card.tsx'
import { StatementButton } from '../statement-button.tsx'
import { usePartnerWallet } from '../use-partner.ts'

const PartnerWalletPage = () => {
  const { sharePercentage = 0 } = useUser()
  const { data: wallet, isError, isFetching, refetch, dataUpdatedAt } = usePartnerWallet()
  const { data: fees } = useFees()
  return (
    <Page actions={<StatementButton />}>
      {wallet ? (
        <WalletBalanceCard wallet={wallet} note={<PriceNote />} failedSince={isError ? dataUpdatedAt : undefined} />
      ) : isError ? (
        <EmptyState
          scene="mooring"
          title={t.walletNotLoaded}
          sentence={t.moneySafe}
          actions={
            <Button variant="signal" busy={isFetching} onClick={() => void refetch()}>
              {t.tryAgain}
            </Button>
          }
        />
      ) : (
        <Card title={t.yourBalance} span={7}>
          <SkeletonLines lines={5} />
        </Card>
      )}
      {(wallet || !isError) && (
        <EarningRuleCard title={t.howYouEarn} schedule={fees?.current} sharePercentage={sharePercentage} />
      )}
      <PayoutsCard />
    </Page>
  )
}

export default PartnerWalletPage
