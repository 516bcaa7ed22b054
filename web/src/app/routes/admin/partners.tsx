import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FeeModelCard } from '../../../features/admin-partners/fee-model-card.tsx'
import { CreatePartnerDialog } from '../../../features/admin-partners/partner-dialog.tsx'
import { PartnerList } from '../../../features/admin-partners/partner-list.tsx'
import { MetricTiles } from '../../../features/admin-partners/partner-tiles.tsx'
import { usePartnerMetrics } from '../../../features/admin-partners/use-partners.ts'
import { useFees } from '../../../features/fees/use-fees.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../page.tsx'

export const PartnersPage = () => {
  const [creating, setCreating] = useState(false)
  const { data: metrics } = usePartnerMetrics()
  const { data: fees, isError: feesFailed } = useFees()
  return (
    <Page
      title="Partners"
      sentence="Who shares the partner pool, and what they are owed."
      actions={
        <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
          Add Partner
        </Button>
      }
    >
      <MetricTiles />
      <PartnerList onCreate={() => setCreating(true)} />
      <FeeModelCard
        title="How the fee model works"
        schedule={fees?.current}
        failed={feesFailed}
        held={metrics && { shares: metrics.activeShares, partners: metrics.activePartners }}
      />
      {creating && (
        <CreatePartnerDialog freePercent={100 - (metrics?.activeShares ?? 0)} onClose={() => setCreating(false)} />
      )}
    </Page>
  )
}
