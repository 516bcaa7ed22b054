import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { useFees } from '../../fees/index.ts'
import { FeeModelCard } from '../fee-model-card.tsx'
import * as t from '../messages.ts'
import { CreatePartnerDialog } from '../partner-dialog.tsx'
import { PartnerList } from '../partner-list.tsx'
import { MetricTiles } from '../partner-tiles.tsx'
import { usePartnerMetrics } from '../use-partners.ts'

const PartnersPage = () => {
  const [creating, setCreating] = useState(false)
  const { data: metrics } = usePartnerMetrics()
  const { data: fees, isError: feesFailed } = useFees()
  return (
    <Page
      actions={
        <Button variant="signal" icon={<Plus className="ico" aria-hidden="true" />} onClick={() => setCreating(true)}>
          {t.addPartner}
        </Button>
      }
    >
      <MetricTiles />
      <PartnerList onCreate={() => setCreating(true)} />
      <FeeModelCard
        title={t.feeModel}
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

export default PartnersPage
