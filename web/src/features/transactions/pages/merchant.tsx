import { exportTransactions, listTransactions, summarizeTransactions } from '@bitquay/contract/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { LifeBuoy, Plus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { ExportButton } from '../../../frame/export-button.tsx'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { paths } from '../../../frame/screens.ts'
import { reread } from '../../../lib/query-client.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { SyncAge } from '../../balances/index.ts'
import { useStatus } from '../../status/index.ts'
import { FourCounts } from '../counts.tsx'
import { explorerOf } from '../explorer.ts'
import { toQuery } from '../filters.ts'
import { FiltersCard, useFilters } from '../filters-card.tsx'
import { History } from '../history.tsx'

const MerchantTransactionsPage = () => {
  const filtering = useFilters()
  const { data: status } = useStatus()
  return (
    <Page
      sentence="Every payment in and out of your wallet."
      actions={
        <>
          <ExportButton call={exportTransactions} query={toQuery(filtering.filters)} />
          <Refresh />
        </>
      }
    >
      <FiltersCard {...filtering} />
      <SyncAge />
      <FourCounts filters={filtering.filters} />
      <History
        filters={filtering.filters}
        explorer={explorerOf(status)}
        onClear={filtering.clear}
        act={
          <ButtonLink
            variant="signal"
            to={portalPaths.merchant.invoices}
            icon={<Plus className="ico" aria-hidden="true" />}
          >
            Create Invoice
          </ButtonLink>
        }
        help={
          <ButtonLink to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
            Support chat
          </ButtonLink>
        }
      />
    </Page>
  )
}

/** Reads list and tiles again; the old figures stay while it does. */
const Refresh = () => {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    await reread(queryClient, [listTransactions, summarizeTransactions])
    setBusy(false)
  }
  return (
    <Button icon={<RefreshCw className="ico" aria-hidden="true" />} busy={busy} onClick={() => void refresh()}>
      Refresh
    </Button>
  )
}

export default MerchantTransactionsPage
