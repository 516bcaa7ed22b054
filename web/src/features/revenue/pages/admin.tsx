import { exportRevenue, type RevenueRange, revenueRanges } from '@bitquay/contract/revenue'
import { useSearchParams } from 'react-router'
import { ExportButton } from '../../../frame/export-button.tsx'
import { Page } from '../../../frame/page.tsx'
import { ByKind } from '../by-kind.tsx'
import { ByMerchant } from '../by-merchant.tsx'
import { PartnerShare } from '../partner-share.tsx'
import { RevenueCard } from '../revenue-overview.tsx'
import { useRevenue } from '../use-revenue.ts'

/** The range stands in the address, so that a view can be kept. */
const RevenuePage = () => {
  const [params, setParams] = useSearchParams()
  const range: RevenueRange = revenueRanges.find((value) => value === params.get('range')) ?? '30D'
  const { data: revenue, isError } = useRevenue(range)
  return (
    <Page
      sentence="What the platform earned, in the dollars of each booking."
      actions={<ExportButton call={exportRevenue} query={{ range }} />}
    >
      <RevenueCard
        title="Over time"
        range={range}
        onRange={(next) => setParams({ range: next }, { replace: true, preventScrollReset: true })}
      />
      {(revenue || !isError) && (
        <>
          <ByKind revenue={revenue} />
          <PartnerShare revenue={revenue} />
          <ByMerchant revenue={revenue} />
        </>
      )}
    </Page>
  )
}

export default RevenuePage
