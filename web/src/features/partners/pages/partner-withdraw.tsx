import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { formatUsd } from '../../../ui/money-text.ts'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useFees } from '../../fees/index.ts'
import { usePrice } from '../../prices/index.ts'
import { convertAmount } from '../convert-amount.ts'
import { EarningRuleCard } from '../earning-rule-card.tsx'
import * as t from '../messages.ts'
import { PayoutsCard } from '../payouts-card.tsx'
import { usePartnerWallet } from '../use-partner.ts'
import { WithdrawCard } from '../withdraw-card.tsx'

const WithdrawPage = () => {
  const { twoFactorEnabled, sharePercentage = 0 } = useUser()
  const { data: wallet, isError, isFetching, refetch } = usePartnerWallet()
  const { data: fees } = useFees()
  const { data: price } = usePrice(30_000)
  return (
    <Page sentence={wallet && t.available({ amount: formatUsd(wallet.maxWithdrawalUsd) })}>
      {wallet ? (
        <WithdrawCard
          limits={{
            availableUsd: wallet.maxWithdrawalUsd,
            uncollectedUsd: wallet.uncollectedUsd,
            balanceUsd: wallet.usd,
          }}
          twoFactorEnabled={twoFactorEnabled}
          closed={wallet.withdrawalsClosed}
          underCheck={wallet.withdrawalsUnderCheck}
          networkFeeUsd={wallet.networkFeeUsd}
          conversionOf={(amount) => convertAmount(amount, price?.price)}
        />
      ) : isError ? (
        <LoadError card prominent title={t.walletNotLoaded} sentence={t.moneySafe} reading={{ isFetching, refetch }} />
      ) : (
        <Card title={t.withdrawTitle} span={7}>
          <SkeletonLines lines={6} />
        </Card>
      )}
      {(wallet || !isError) && (
        <EarningRuleCard title={t.howThisWorks} steps schedule={fees?.current} sharePercentage={sharePercentage} />
      )}
      <PayoutsCard />
    </Page>
  )
}

export default WithdrawPage
