import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { useState } from 'react'
import { LoadError } from '../../../ui/load-error.tsx'
import { ExecuteDialog } from '../execute-dialog.tsx'
import { HistoryCard } from '../history-card.tsx'
import '../loop-out.css'
import { Page } from '../../../frame/page.tsx'
import { formatCount } from '../../../lib/format-number.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Tile, Tiles } from '../../../ui/tile.tsx'
import { PendingRequest } from '../pending-request.tsx'
import { RejectDialog } from '../reject-dialog.tsx'
import { ResolveDialog } from '../resolve-dialog.tsx'
import { splitLoopOuts, useAllLoopOuts, useLoopOutCounts } from '../use-loop-outs.ts'

const LoopOutPage = () => {
  const { data: requests, isError, isFetching, refetch } = useAllLoopOuts()
  return (
    <Page sentence="Merchants’ Lightning balances on their way to their own wallets.">
      {requests ? (
        <Requests requests={requests} />
      ) : isError ? (
        <LoadError
          card
          title="Unable to load loop-out requests"
          sentence="No money is affected. Only this list could not be read."
          reading={{ isFetching, refetch }}
        />
      ) : (
        <Card>
          <SkeletonLines lines={5} />
        </Card>
      )}
    </Page>
  )
}

type Asked = { act: 'execute' | 'reject' | 'resolve'; request: AdminLoopOutRequest }

const Requests = ({ requests }: { requests: readonly AdminLoopOutRequest[] }) => {
  const [asked, setAsked] = useState<Asked>()
  const { pending, executing } = splitLoopOuts(requests)
  const { data: counts } = useLoopOutCounts()
  const close = () => setAsked(undefined)
  return (
    <>
      <Tiles>
        <Tile label="Total" figure={counts ? formatCount(counts.total) : '—'} />
        <Tile label="Pending" figure={counts ? formatCount(counts.pending) : '—'} />
        <Tile label="Completed" figure={counts ? formatCount(counts.completed) : '—'} />
      </Tiles>
      {pending.length > 0 && (
        <Card title="Pending requests" bare aria-label="Pending requests">
          <ul className="loop-outs">
            {pending.map((request) => (
              <PendingRequest
                key={request.id}
                request={request}
                onExecute={() => setAsked({ act: 'execute', request })}
                onReject={() => setAsked({ act: 'reject', request })}
              />
            ))}
          </ul>
        </Card>
      )}
      {requests.length > 0 ? (
        <HistoryCard
          requests={requests}
          onTheWay={executing.length}
          onResolve={(request) => setAsked({ act: 'resolve', request })}
        />
      ) : (
        <EmptyState
          scene="berths"
          title={
            <>
              No Lightning <span className="whitespace-nowrap">loop-out</span> requests found
            </>
          }
          sentence="Merchants ask from their dashboard once $300.00 are on Lightning"
        />
      )}
      {asked?.act === 'execute' && <ExecuteDialog request={asked.request} onClose={close} />}
      {asked?.act === 'reject' && <RejectDialog request={asked.request} onClose={close} />}
      {asked?.act === 'resolve' && <ResolveDialog request={asked.request} onClose={close} />}
    </>
  )
}

export default LoopOutPage
