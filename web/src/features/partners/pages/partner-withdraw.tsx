import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatUsd } from '../../../ui/money-text.ts'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useFees } from '../../fees/index.ts'
import { usePrice } from '../../prices/index.ts'
import { convertAmount } from '../convert-amount.ts'
import { EarningRuleCard } from '../earning-rule-card.tsx'
import { PayoutsCard } from '../payouts-card.tsx'
import { usePartnerWallet } from '../use-partner.ts'
import { WithdrawCard } from '../withdraw-card.tsx'

const WithdrawPage = () => {
  const { twoFactorEnabled, sharePercentage = 0 } = useUser()
  const { data: wallet, isError, isFetching, refetch } = usePartnerWallet()
  const { data: fees } = useFees()
  const { data: price } = usePrice(30_000)
  return (
    <Page
      sentence={
        wallet
          ? `Available: ${formatUsd(wallet.maxWithdrawalUsd)}. Sent to a Bitcoin address of yours.`
          : 'Your earnings, sent to a Bitcoin address of yours.'
      }
    >
      {wallet ? (
        <WithdrawCard
          limits={{ availableUsd: wallet.maxWithdrawalUsd, uncollectedUsd: wallet.uncollectedUsd }}
          twoFactorEnabled={twoFactorEnabled}
          closed={wallet.withdrawalsClosed}
          networkFeeUsd={wallet.networkFeeUsd}
          conversionOf={(amount) => convertAmount(amount, price?.price)}
        />
      ) : isError ? (
        <EmptyState
          scene="mooring"
          title="Failed to load wallet data"
          sentence="Your money is not affected. Only this page could not be read."
          actions={
            <Button variant="signal" busy={isFetching} onClick={() => void refetch()}>
              Try Again
            </Button>
          }
        />
      ) : (
        <Card title="Withdraw to a Bitcoin address" span={7}>
          <SkeletonLines lines={6} />
        </Card>
      )}
      {(wallet || !isError) && (
        <EarningRuleCard title="How this works" steps schedule={fees?.current} sharePercentage={sharePercentage} />
      )}
      <PayoutsCard />
    </Page>
  )
}

export default WithdrawPage
