import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatRelative } from '../../lib/format-date.ts'
import { shortenForDesk, shortenForPhone } from '../../lib/shorten.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Field } from '../../ui/field.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Shortened } from '../../ui/shortened.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ExplorerLink } from '../transactions/index.ts'
import * as t from './messages.ts'
import { useCompleteLoopOut } from './use-loop-outs.ts'

type PendingRequestProps = { request: AdminLoopOutRequest; onExecute: () => void; onReject: () => void }

/** A pending request. An admin has the platform execute it, or marks it as completed. */
export const PendingRequest = ({ request, onExecute, onReject }: PendingRequestProps) => {
  const complete = useCompleteLoopOut()
  const code = useAdminCode()
  const { bind, submit } = useContractForm(leaveToServer<{ adminNotes: string }>, { initial: { adminNotes: '' } })
  const markCompleted = submit(({ adminNotes }) =>
    complete.mutate(
      { requestId: request.id, ...(adminNotes.trim() ? { adminNotes: adminNotes.trim() } : {}), ...code.proof },
      {
        onSuccess: () =>
          toast({
            title: t.completedToast,
            description: t.markedCompleted,
          }),
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.completeFailed) })
        },
      },
    ),
  )
  return (
    <li className="request stack">
      <div className="who flex between gap-4">
        <div>
          <b>{request.storeName}</b> {request.node === 'own' && <Tag>{t.ownNode}</Tag>}
          <div className="small muted">
            {t.requestedBy({ email: request.email, when: formatRelative(request.createdAt) })}
          </div>
        </div>
        <div className="amt stack medium to-right">
          <Usd amount={request.lightningBalanceUsd} />
          <Btc amount={request.lightningBalanceBtc} />
        </div>
      </div>
      <CopyRow label={t.onChainAddress} text={request.onChainAddress}>
        <ExplorerLink address={request.onChainAddress}>
          <Shortened
            text={request.onChainAddress}
            phone={shortenForPhone(request.onChainAddress)}
            desk={request.onChainAddress.length > 64 ? shortenForDesk(request.onChainAddress) : request.onChainAddress}
          />
        </ExplorerLink>
      </CopyRow>
      {request.problem && <Notice kind="bad">{request.problem}</Notice>}
      <Field label={t.adminNotes} optional hint={t.adminNotesHint}>
        <Textarea rows={2} maxLength={1000} {...bind('adminNotes')} />
      </Field>
      <OwnCodeField {...code} />
      <div className="acts cluster">
        <Button variant="deep" onClick={onExecute} aria-label={t.executeRequest({ id: String(request.id) })}>
          {t.execute}
        </Button>
        <Button busy={complete.isPending} onClick={markCompleted}>
          {complete.isPending ? t.completing : t.markCompleted}
        </Button>
        <Button variant="ghost" onClick={onReject} aria-label={t.rejectRequest({ id: String(request.id) })}>
          {t.reject}
        </Button>
      </div>
    </li>
  )
}
