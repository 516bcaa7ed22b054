import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
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
        <LoadError card prominent title={t.walletNotLoaded} sentence={t.moneySafe} reading={{ isFetching, refetch }} />
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
