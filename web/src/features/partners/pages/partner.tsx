import type { FeeType } from '@bitquay/contract/partners'
import { Handshake } from 'lucide-react'
import { useState } from 'react'
import { useFees } from '../../fees/index.ts'
import { AvailableBalanceCard } from '../balance-card.tsx'
import { BreakdownCard } from '../breakdown-card.tsx'
import { BreakdownDialog } from '../breakdown-dialog.tsx'
import { convertAmount } from '../convert-amount.ts'
import '../partners.css'
import { Page } from '../../../frame/page.tsx'
import { formatShare } from '../../../lib/format-number.ts'
import { useUser } from '../../../lib/session.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { PriceNote, usePrice } from '../../prices/index.ts'
import * as t from '../messages.ts'
import { PlatformCard } from '../platform-card.tsx'
import { SharingCard } from '../sharing-card.tsx'
import { TotalsCard } from '../totals-card.tsx'
import { usePartnerDashboard } from '../use-partner.ts'
import { WithdrawDialog } from '../withdraw-dialog.tsx'

const PartnerDashboardPage = () => {
  const { name, twoFactorEnabled, sharePercentage = 0 } = useUser()
  const { data: dashboard, isError, isFetching, refetch } = usePartnerDashboard()
  const { data: fees } = useFees()
  const { data: price } = usePrice(30_000)
  const [open, setOpen] = useState<FeeType | 'withdraw'>()
  const share = dashboard?.partner.sharePercentage ?? sharePercentage
  return (
    <Page
      title={t.welcome({ name: dashboard?.partner.name ?? name })}
      sentence={t.lead}
      actions={
        <span className="badge tone-none badge--line share-badge">
          <Handshake className="ico" aria-hidden="true" />
          {t.share({ share: formatShare(share) })}
        </span>
      }
    >
      {dashboard ? (
        <>
          <AvailableBalanceCard
            partner={dashboard.partner}
            note={<PriceNote />}
            onWithdraw={() => setOpen('withdraw')}
          />
          <TotalsCard partner={dashboard.partner} />
          <BreakdownCard fees={dashboard.feeBreakdown} onOpen={setOpen} />
          <PlatformCard stats={dashboard.platformStats} />
          <SharingCard
            poolPercent={fees?.current.partnerPoolPercent}
            payoutFeePercent={fees?.current.partnerWithdrawalFeePercent}
            sharePercentage={share}
          />
        </>
      ) : isError ? (
        <LoadError
          card
          prominent
          title={t.dashboardNotLoaded}
          sentence={t.moneySafe}
          reading={{ isFetching, refetch }}
        />
      ) : (
        <>
          <Card title={t.availableBalance} span={7}>
            <SkeletonLines lines={5} />
          </Card>
          <Card title={t.totals} span={5}>
            <SkeletonLines lines={5} />
          </Card>
        </>
      )}
      {dashboard && open === 'withdraw' && (
        <WithdrawDialog
          limits={{
            availableUsd: dashboard.maxWithdrawalUsd,
            uncollectedUsd: dashboard.partner.uncollectedUsd,
            balanceUsd: dashboard.partner.currentBalanceUsd,
          }}
          twoFactorEnabled={twoFactorEnabled}
          networkFeeUsd={dashboard.networkFeeUsd}
          conversionOf={(amount) => convertAmount(amount, price?.price)}
          onClose={() => setOpen(undefined)}
        />
      )}
      {dashboard && open !== undefined && open !== 'withdraw' && (
        <BreakdownDialog
          feeType={open}
          ratePercent={dashboard.feeBreakdown[`${open}FeeRate`]}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Page>
  )
}

export default PartnerDashboardPage
