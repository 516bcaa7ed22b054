import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { listStores } from '@bitquay/contract/transactions.admin'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createMove } from '../../../frame/list-surface/create-move.ts'
import { DeclaredExport, DeclaredList } from '../../../frame/list-surface/show-list.tsx'
import { useList } from '../../../frame/list-surface/use-list.ts'
import { Page } from '../../../frame/page.tsx'
import { writeCount } from '../../../lib/format-number.ts'
import { queryOf } from '../../../lib/query-client.ts'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Tile, Tiles } from '../../../ui/tile.tsx'
import { ExecuteDialog } from '../execute-dialog.tsx'
import { requestChips, shownRequests } from '../list.tsx'
import '../loop-out.css'
import * as t from '../messages.ts'
import { PendingRequest } from '../pending-request.tsx'
import { RejectDialog } from '../reject-dialog.tsx'
import { type Act, RequestSheet } from '../request-sheet.tsx'
import { ResolveDialog } from '../resolve-dialog.tsx'
import { useLoopOutCounts, usePendingLoopOuts } from '../use-loop-outs.ts'

/** What waits for an admin, longest first, and then all requests. */
const LoopOutPage = () => {
  const list = useList(shownRequests)
  const { view } = list
  const [asked, setAsked] = useState<{ act: Act; request: AdminLoopOutRequest }>()
  const { data: pending = [], isError, isFetching, refetch } = usePendingLoopOuts()
  const { data: counts } = useLoopOutCounts()
  const { data: stores = [] } = useQuery(queryOf(listStores, { query: {} }))
  const keys = list.rows?.map(({ id }) => String(id)) ?? []
  const ask = (act: Act, request: AdminLoopOutRequest) => setAsked({ act, request })
  const close = () => setAsked(undefined)
  return (
    <Page actions={<DeclaredExport of={list} />}>
      <Tiles>
        <Tile label={t.total} figure={writeCount(counts?.total)} />
        <Tile label={t.pending} figure={writeCount(counts?.pending)} />
        <Tile label={t.completed} figure={writeCount(counts?.completed)} />
      </Tiles>
      {isError && (
        <LoadError card title={t.pendingNotLoaded} sentence={t.notLoaded} reading={{ isFetching, refetch }} />
      )}
      {pending.length > 0 && (
        <Card title={t.pendingRequests} bare aria-label={t.pendingRequests}>
          <ul className="loop-outs lined">
            {pending.map((request) => (
              <PendingRequest
                key={request.id}
                request={request}
                onExecute={() => ask('execute', request)}
                onReject={() => ask('reject', request)}
              />
            ))}
          </ul>
        </Card>
      )}
      <DeclaredList of={list} chips={requestChips(stores)} />
      {view.open && /^[1-9]\d{0,8}$/.test(view.open) && (
        <RequestSheet
          id={Number(view.open)}
          onAct={ask}
          onClose={() => view.setOpen(undefined)}
          onMove={createMove(keys, view.open, view.setOpen)}
        />
      )}
      {asked?.act === 'execute' && <ExecuteDialog request={asked.request} onClose={close} />}
      {asked?.act === 'reject' && <RejectDialog request={asked.request} onClose={close} />}
      {asked?.act === 'resolve' && <ResolveDialog request={asked.request} onClose={close} />}
    </Page>
  )
}

export default LoopOutPage
