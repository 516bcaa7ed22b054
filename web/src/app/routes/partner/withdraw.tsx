import { useFees } from '../../../features/fees/use-fees.ts'
import { convertAmount } from '../../../features/partners/convert-amount.ts'
import { EarningRuleCard } from '../../../features/partners/earning-rule-card.tsx'
import { PayoutsCard } from '../../../features/partners/payouts-card.tsx'
import { usePartnerWallet } from '../../../features/partners/use-partner.ts'
import { WithdrawCard } from '../../../features/partners/withdraw-card.tsx'
import { usePrice } from '../../../features/prices/use-price.ts'
import { useUser } from '../../../lib/session.ts'
import { Blank } from '../../../ui/blank.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatUsd } from '../../../ui/money-text.ts'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Page } from '../../page.tsx'

export const WithdrawPage = () => {
  const { twoFactorEnabled, sharePercentage = 0 } = useUser()
  const { data: wallet, isError, isFetching, refetch } = usePartnerWallet()
  const { data: fees } = useFees()
  const { data: price } = usePrice(30_000)
  return (
    <Page
      title="Withdraw"
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
        <Blank
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
