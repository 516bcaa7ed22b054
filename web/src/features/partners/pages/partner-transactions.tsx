import { RefreshCw } from 'lucide-react'
import { Page } from '../../../frame/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { useStatus } from '../../status/index.ts'
import { explainMissingExplorer, explorerOf } from '../../transactions/index.ts'
import { EarningsList } from '../earnings-list.tsx'
import { StatementButton } from '../statement-button.tsx'
import { usePartnerTransactions } from '../use-partner.ts'

const PartnerTransactionsPage = () => {
  const { data: status } = useStatus()
  const { refetch, isRefetching } = usePartnerTransactions()
  const explorer = explorerOf(status)
  return (
    <Page
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
          explainMissingExplorer(explorer, paymentMethod) === undefined ? explorer?.addressOf(id) : undefined
        }
      />
    </Page>
  )
}

export default PartnerTransactionsPage
