import { toUsd8 } from '@bitquay/contract/money'
import type { PartnerTransaction } from '@bitquay/contract/partners'
import { RefreshCw } from 'lucide-react'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { Button } from '../../../ui/button.tsx'
import { useStatus } from '../../status/index.ts'
import { explainMissingExplorer, explorerOf } from '../../transactions/index.ts'
import { EarningDetail } from '../earnings/earning-detail.tsx'
import { chipsOf, shownEarnings } from '../earnings/list.tsx'
import * as t from '../earnings/messages.ts'

const PartnerTransactionsPage = () => {
  const list = useList(shownEarnings)
  const { pages, rows = [], summary } = list
  const { data: status } = useStatus()
  const explorer = explorerOf(status)
  const linkTo = ({ id, paymentMethod }: PartnerTransaction) =>
    explainMissingExplorer(explorer, paymentMethod) === undefined ? explorer?.addressOf(id) : undefined
  return (
    <Page
      sentence={t.sentence}
      actions={
        <>
          <Button
            icon={<RefreshCw className="ico" aria-hidden="true" />}
            busy={pages.isRefetching}
            onClick={() => void pages.refetch()}
          >
            {t.refresh}
          </Button>
          <DeclaredExport of={list} />
        </>
      }
    >
      <DeclaredList
        of={list}
        chips={chipsOf(rows)}
        renderDetail={(transaction) => <EarningDetail transaction={transaction} explorer={linkTo(transaction)} />}
        note={summary && toUsd8(summary.uncollectedUsd) !== 0n ? t.notCollectedNote : undefined}
      />
    </Page>
  )
}

export default PartnerTransactionsPage
