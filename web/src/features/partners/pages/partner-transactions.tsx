import { toUsd8 } from '@bitquay/contract/money'
import type { PartnerTransaction } from '@bitquay/contract/partners'
import { RefreshCw, Send } from 'lucide-react'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useStatus } from '../../status/index.ts'
import { explainMissingExplorer, explorerOf } from '../../transactions/index.ts'
import { ByMerchant } from '../earnings/by-merchant.tsx'
import { EarningDetail } from '../earnings/earning-detail.tsx'
import { EarningsChain } from '../earnings/earnings-chain.tsx'
import { chipsOf, shownEarnings } from '../earnings/list.tsx'
import * as t from '../earnings/messages.ts'
import { withdrawBitcoin } from '../messages.ts'
import { useEarningsByMerchant, usePartnerDashboard } from '../use-partner.ts'

const PartnerTransactionsPage = () => {
  const list = useList(shownEarnings)
  const { pages, rows = [], summary } = list
  const { data: dashboard } = usePartnerDashboard()
  const { data: byMerchant } = useEarningsByMerchant()
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
          <ButtonLink
            variant="signal"
            to={portalPaths.partner.withdraw}
            icon={<Send className="ico" aria-hidden="true" />}
          >
            {withdrawBitcoin}
          </ButtonLink>
        </>
      }
    >
      {dashboard && <EarningsChain partner={dashboard.partner} />}
      {byMerchant && byMerchant.merchants.length > 0 && <ByMerchant earnings={byMerchant} />}
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
