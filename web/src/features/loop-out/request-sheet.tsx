import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { Store } from 'lucide-react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { RowSheet } from '../../frame/row-sheet.tsx'
import { pathTo } from '../../frame/screens.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Sums } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ExplorerLink } from '../transactions/index.ts'
import * as t from './messages.ts'
import { mayResolve, progressOf, State } from './state.tsx'
import { useLoopOut } from './use-loop-outs.ts'

export type Act = 'execute' | 'reject' | 'resolve'

type RequestSheetProps = {
  id: number
  onAct: (act: Act, request: AdminLoopOutRequest) => void
  onClose: () => void
  onMove: ((step: 1 | -1) => void) | undefined
}

/** One request beside the list: what moves where, how far it got, who decided, and what can be done. */
export const RequestSheet = ({ id, onAct, onClose, onMove }: RequestSheetProps) => {
  const reading = useLoopOut(id)
  const request = reading.data
  return (
    <RowSheet
      reading={reading}
      notFound={t.notFound}
      title={request?.storeName ?? t.requestName}
      note={request && <State status={request.status} />}
      onClose={onClose}
      onMove={onMove}
      footer={request && <Acts request={request} onAct={onAct} />}
    >
      {request && <Parts request={request} />}
    </RowSheet>
  )
}

const Parts = ({ request }: { request: AdminLoopOutRequest }) => {
  const { lightningBalanceUsd, lightningBalanceBtc, networkFeeBtc, onChainAddress, txid, processedAt } = request
  const progress = progressOf(request)
  return (
    <>
      {progress && <Notice kind={request.problem ? 'bad' : 'wait'}>{progress}</Notice>}
      <Sums
        rows={[
          {
            name: t.fromLightning,
            value: (
              <>
                <Usd amount={lightningBalanceUsd} />
                <Btc amount={lightningBalanceBtc} />
              </>
            ),
          },
          ...(networkFeeBtc === null ? [] : [{ name: t.networkFeePaid, value: <Btc amount={networkFeeBtc} /> }]),
          { name: t.node, value: request.node === 'own' ? t.merchantsNode : t.platformsNode },
        ]}
      />
      <div>
        <CopyRow label={t.onChainAddress} text={onChainAddress}>
          <div className="mono small breaks">
            <ExplorerLink address={onChainAddress}>{onChainAddress}</ExplorerLink>
          </div>
        </CopyRow>
        {txid && (
          <CopyRow label={t.transactionId} text={txid}>
            <div className="mono small breaks">
              <ExplorerLink txid={txid}>{txid}</ExplorerLink>
            </div>
          </CopyRow>
        )}
      </div>
      <Sums
        rows={[
          {
            name: t.requested,
            value: t.byAt({ person: request.requestedBy, date: formatDateTime(request.createdAt) }),
          },
          ...(processedAt === null
            ? []
            : [
                {
                  name: request.status === 'completed' ? t.completed : t.decided,
                  value: request.processedBy
                    ? t.byAt({ person: request.processedBy, date: formatDateTime(processedAt) })
                    : formatDateTime(processedAt),
                },
              ]),
          ...(request.carriedOut === null
            ? []
            : [{ name: t.carriedOut, value: request.carriedOut === 'by-hand' ? t.byHand : t.byPlatform }]),
          ...(request.adminNotes
            ? [{ name: t.note, value: <span className="breaks">{request.adminNotes}</span> }]
            : []),
        ]}
      />
    </>
  )
}

const Acts = ({ request, onAct }: { request: AdminLoopOutRequest; onAct: RequestSheetProps['onAct'] }) => (
  <>
    <ButtonLink
      to={pathTo(portalPaths.admin.merchant, { merchantId: request.merchantId })}
      icon={<Store className="ico" aria-hidden="true" />}
    >
      {t.viewMerchant}
    </ButtonLink>
    {request.status === 'pending' && (
      <>
        <Button onClick={() => onAct('reject', request)}>{t.reject}</Button>
        <Button variant="deep" onClick={() => onAct('execute', request)}>
          {t.execute}
        </Button>
      </>
    )}
    {mayResolve(request) && <Button onClick={() => onAct('resolve', request)}>{t.resolve}</Button>}
  </>
)
