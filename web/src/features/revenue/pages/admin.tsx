import { exportRevenue, type RevenueRange, revenueRanges } from '@bitquay/contract/revenue'
import { useSearchParams } from 'react-router'
import { ExportButton } from '../../../frame/export-button.tsx'
import { Page } from '../../../frame/page.tsx'
import { ByFeeType } from '../by-fee-type.tsx'
import { ByMerchant } from '../by-merchant.tsx'
import * as t from '../messages.ts'
import { PartnerShare } from '../partner-share.tsx'
import { RevenueCard } from '../revenue-overview.tsx'
import { useRevenue } from '../use-revenue.ts'

/** The range is in the address, so that a view can be bookmarked. */
const RevenuePage = () => {
  const [params, setParams] = useSearchParams()
  const range: RevenueRange = revenueRanges.find((value) => value === params.get('range')) ?? '30D'
  const { data: revenue, isError } = useRevenue(range)
  return (
    <Page sentence={t.lead} actions={<ExportButton call={exportRevenue} query={{ range }} />}>
      <RevenueCard
        title={t.overTime}
        range={range}
        onRange={(next) => setParams({ range: next }, { replace: true, preventScrollReset: true })}
      />
      {(revenue || !isError) && (
        <>
          <ByFeeType revenue={revenue} />
          <PartnerShare revenue={revenue} />
          <ByMerchant revenue={revenue} />
        </>
      )}
    </Page>
  )
}

export default RevenuePage
