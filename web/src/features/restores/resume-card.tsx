import type { RestorePart, RestoreView } from '@bitquay/contract/restores'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatCount } from '../../lib/format-number.ts'
import { BerthBar } from '../../ui/berths.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import * as money from './money/messages.ts'
import { useFinish } from './use-restore.ts'

const names: Record<RestorePart['kind'], string> = {
  refunds: money.refunds,
  payouts: money.payoutsShort,
  transactions: money.unknownTransactions,
  keys: t.keys,
}

export const countItems = (parts: readonly RestorePart[]) => ({
  total: parts.reduce((sum, { total }) => sum + total, 0),
  left: parts.reduce((sum, part) => sum + part.left, 0),
})

/** How much is left, and the one button that resumes payouts. */
export const ResumeCard = ({ restore: { parts, isReviewer } }: { restore: RestoreView }) => {
  const [isOpen, setIsOpen] = useState(false)
  const { total, left } = countItems(parts)
  return (
    <Card title={t.resume} aria-label={t.resume}>
      <div className="stack gap-4">
        {total > 0 && <Decided total={total} decided={total - left} />}
        <b className="medium">{t.decided({ decided: formatCount(total - left), total: formatCount(total) })}</b>
        <Sums
          rows={[
            ...parts.map((part) => ({ name: names[part.kind], value: t.left({ count: formatCount(part.left) }) })),
            { name: t.toDecide, value: formatCount(left), total: true },
          ]}
        />
        <Button
          variant="signal"
          block
          disabled={left > 0 || !isReviewer}
          aria-describedby="resume-hint"
          onClick={() => setIsOpen(true)}
        >
          {t.resume}
        </Button>
        <p className="small muted" id="resume-hint">
          {left > 0 ? t.itemsLeft({ count: left }) : t.allDecided}
        </p>
      </div>
      {isOpen && <ResumeDialog onClose={() => setIsOpen(false)} />}
    </Card>
  )
}

const mostBerths = 30

/** One place for each item, or for several of them if there are many. */
const Decided = ({ total, decided }: { total: number; decided: number }) => {
  const places = Math.min(total, mostBerths)
  return <BerthBar total={places} done={Math.floor((decided * places) / total)} />
}

const ResumeDialog = ({ onClose }: { onClose: () => void }) => {
  const code = useAdminCode()
  const finish = useFinish()
  const send = () =>
    finish.mutate(code.proof, {
      onSuccess: () => {
        code.answered()
        onClose()
        toast({ title: t.resumedToast })
      },
      onError: (error) => {
        if (!code.answered(error))
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.resumeFailed) })
      },
    })
  return (
    <FormDialog
      onClose={onClose}
      title={t.resumeTitle}
      purpose={t.resumePurpose}
      confirm={t.resume}
      confirming={t.resuming}
      busy={finish.isPending}
      onSubmit={send}
    >
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
