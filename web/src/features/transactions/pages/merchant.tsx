import { listTransactions } from '@bitquay/contract/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { SyncAge } from '../../../frame/sync-age.tsx'
import { reread } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { ReceivedCard, readFigures } from '../../received/index.ts'
import { useStatus } from '../../status/index.ts'
import { describeDay } from '../day-heading.tsx'
import { explorerOf } from '../explorer.ts'
import { shownTransactions } from '../list.tsx'
import * as t from '../messages.ts'
import { MinimumField } from '../minimum-field.tsx'
import { TransactionDetail } from '../transaction-detail.tsx'
import { useDays, useLinkedTransaction } from '../use-transactions.ts'

const MerchantTransactionsPage = () => {
  const list = useList(shownTransactions)
  const { view, rows } = list
  const { data: days } = useDays(view.filter, view.usuallySorted ? (rows ?? []) : [])
  const linked = useLinkedTransaction(view.open, rows)
  const { data: status } = useStatus()
  const figures = readFigures(useLocation().state)
  return (
    <Page
      actions={
        <>
          <Refresh />
          <DeclaredExport of={list} />
        </>
      }
    >
      {figures && (
        <div className="c12">
          <ReceivedCard aboveList={figures} />
        </div>
      )}
      <DeclaredList
        of={list}
        fields={
          <MinimumField
            value={view.params.get('minAmount') ?? ''}
            onSettled={(value) => view.set('minAmount', value)}
          />
        }
        notice={<SyncAge />}
        heading={(day) =>
          describeDay(
            day,
            view.today,
            days?.find((totals) => totals.day === day),
          )
        }
        renderDetail={(transaction) => <TransactionDetail transaction={transaction} explorer={explorerOf(status)} />}
        linked={linked}
      />
    </Page>
  )
}

/** Reads list and totals again; the old figures stay while it does. */
const Refresh = () => {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const refresh = async () => {
    setBusy(true)
    await reread(queryClient, [listTransactions])
    setBusy(false)
  }
  return (
    <Button icon={<RefreshCw className="ico" aria-hidden="true" />} busy={busy} onClick={() => void refresh()}>
      {t.refresh}
    </Button>
  )
}

export default MerchantTransactionsPage
