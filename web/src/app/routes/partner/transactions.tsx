import { RefreshCw } from 'lucide-react'
import { EarningsList } from '../../../features/partners/earnings-list.tsx'
import { StatementButton } from '../../../features/partners/statement-button.tsx'
import { usePartnerTransactions } from '../../../features/partners/use-partner.ts'
import { useStatus } from '../../../features/status/use-status.ts'
import { explorerOf, whyNoExplorer } from '../../../features/transactions/explorer.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../page.tsx'

export const PartnerTransactionsPage = () => {
  const { data: status } = useStatus()
  const { refetch, isRefetching } = usePartnerTransactions()
  const explorer = explorerOf(status)
  return (
    <Page
      title="Transactions"
      sentence="Payments of merchants that you earn a share of. Their customers are masked."
      actions={
        <>
          <StatementButton />
          <Button
            icon={<RefreshCw className="ico" aria-hidden="true" />}
            busy={isRefetching}
            onClick={() => void refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      <EarningsList
        explorerOf={({ id, paymentMethod }) =>
          whyNoExplorer(explorer, paymentMethod) === undefined ? explorer?.addressOf(id) : undefined
        }
      />
    </Page>
  )
}
