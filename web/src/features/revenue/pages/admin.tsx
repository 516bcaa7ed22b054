import { exportRevenue } from '@bitquay/contract/revenue'
import { ExportButton } from '../../../frame/export-button.tsx'
import { Page } from '../../../frame/page.tsx'
import { Beside } from '../../../ui/beside.tsx'
import { ByFeeType } from '../by-fee-type.tsx'
import { ByMerchant } from '../by-merchant.tsx'
import { ChooseRevenuePeriod, nameSpan } from '../choose-revenue-period.tsx'
import { CollectedCard } from '../collected-card.tsx'
import * as t from '../messages.ts'
import { PartnerShare } from '../partner-share.tsx'
import { RevenueCard } from '../revenue-card.tsx'
import { RevenueSum } from '../revenue-sum.tsx'
import { useRevenue, useRevenueChoice } from '../use-revenue.ts'

/** Revenue as a sum, the same sum over time, by merchant, by fee type, and as what has arrived. */
const RevenuePage = () => {
  const period = useRevenueChoice()
  const reading = useRevenue(period.query)
  const { data: revenue } = reading
  return (
    <Page sentence={t.lead} actions={<ExportButton call={exportRevenue} query={period.query} />}>
      <RevenueCard reading={reading} today={period.today} choose={<ChooseRevenuePeriod {...period} hasYear />}>
        {revenue && <RevenueSum sum={revenue.sum} previousSum={revenue.previousSum} />}
      </RevenueCard>
      {revenue && (
        <Beside
          main={<ByMerchant revenue={revenue} span={nameSpan(revenue, period.today)} />}
          aside={
            <>
              <CollectedCard revenue={revenue} />
              <ByFeeType revenue={revenue} />
              <PartnerShare revenue={revenue} />
            </>
          }
        />
      )}
    </Page>
  )
}

export default RevenuePage
