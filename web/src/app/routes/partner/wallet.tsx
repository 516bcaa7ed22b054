import { useFees } from '../../../features/fees/use-fees.ts'
import { EarningRuleCard } from '../../../features/partners/earning-rule-card.tsx'
import { PayoutsCard } from '../../../features/partners/payouts-card.tsx'
import { StatementButton } from '../../../features/partners/statement-button.tsx'
import { usePartnerWallet } from '../../../features/partners/use-partner.ts'
import { PartnerWalletCard } from '../../../features/partners/wallet-card.tsx'
import { PriceNote } from '../../../features/prices/price-note.tsx'
import { useUser } from '../../../lib/session.ts'
import { Blank } from '../../../ui/blank.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Page } from '../../page.tsx'

export const PartnerWalletPage = () => {
  const { sharePercentage = 0 } = useUser()
  const { data: wallet, isError, isFetching, refetch, dataUpdatedAt } = usePartnerWallet()
  const { data: fees } = useFees()
  return (
    <Page title="Wallet" sentence="What you have earned and not yet withdrawn." actions={<StatementButton />}>
      {wallet ? (
        <PartnerWalletCard wallet={wallet} note={<PriceNote />} failedSince={isError ? dataUpdatedAt : undefined} />
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
        <Card title="Your balance" span={7}>
          <SkeletonLines lines={5} />
        </Card>
      )}
      {(wallet || !isError) && (
        <EarningRuleCard title="How it grows" schedule={fees?.current} sharePercentage={sharePercentage} />
      )}
      <PayoutsCard />
    </Page>
  )
}
