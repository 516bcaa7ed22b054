import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { useState } from 'react'
import { LoadError } from '../../../ui/load-error.tsx'
import { ExecuteDialog } from '../execute-dialog.tsx'
import { HistoryCard } from '../history-card.tsx'
import '../loop-out.css'
import { Page } from '../../../frame/page.tsx'
import { fillMessage } from '../../../lib/fill-message.ts'
import { formatCount } from '../../../lib/format-number.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatUsd } from '../../../ui/money-text.ts'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Tile, Tiles } from '../../../ui/tile.tsx'
import { loopOutMinimumUsd } from '../loop-out-rule.ts'
import * as t from '../messages.ts'
import { PendingRequest } from '../pending-request.tsx'
import { RejectDialog } from '../reject-dialog.tsx'
import { ResolveDialog } from '../resolve-dialog.tsx'
import { splitLoopOuts, useAllLoopOuts, useLoopOutCounts } from '../use-loop-outs.ts'

const LoopOutPage = () => {
  const { data: requests, isError, isFetching, refetch } = useAllLoopOuts()
  return (
    <Page>
      {requests ? (
        <Requests requests={requests} />
      ) : isError ? (
        <LoadError card title={t.notLoadedTitle} sentence={t.notLoaded} reading={{ isFetching, refetch }} />
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
        <Tile label={t.total} figure={counts ? formatCount(counts.total) : '—'} />
        <Tile label={t.pending} figure={counts ? formatCount(counts.pending) : '—'} />
        <Tile label={t.completed} figure={counts ? formatCount(counts.completed) : '—'} />
      </Tiles>
      {pending.length > 0 && (
        <Card title={t.pendingRequests} bare aria-label={t.pendingRequests}>
          <ul className="loop-outs lined">
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
          executing={executing.length}
          onResolve={(request) => setAsked({ act: 'resolve', request })}
        />
      ) : (
        <EmptyState
          scene="berths"
          title={fillMessage(t.emptyTitle, { loopOut: <span className="nowrap">{t.loopOut}</span> })}
          sentence={t.empty({ amount: formatUsd(loopOutMinimumUsd) })}
        />
      )}
      {asked?.act === 'execute' && <ExecuteDialog request={asked.request} onClose={close} />}
      {asked?.act === 'reject' && <RejectDialog request={asked.request} onClose={close} />}
      {asked?.act === 'resolve' && <ResolveDialog request={asked.request} onClose={close} />}
    </>
  )
}

export default LoopOutPage
