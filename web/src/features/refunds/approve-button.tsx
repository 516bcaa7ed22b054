import type { Refund } from '@bitquay/contract/refunds'
import { useState } from 'react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import * as t from './messages.ts'
import { useApproveRefund } from './use-refunds.ts'

/** A refund that the shop started is sent once a person has approved its claim. */
export const ApproveButton = ({ refund }: { refund: Refund }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="signal" className="mt-2" onClick={() => setOpen(true)}>
        {t.approve}
      </Button>
      {open && <ApproveDialog refund={refund} onClose={() => setOpen(false)} />}
    </>
  )
}

const ApproveDialog = ({ refund, onClose }: { refund: Refund; onClose: () => void }) => {
  const { twoFactorEnabled } = useUser()
  const [code, setCode] = useState('')
  const approve = useApproveRefund()
  const act = () =>
    approve.mutate(
      { id: refund.id, twoFactorToken: code },
      {
        onSuccess: () => {
          toast({ title: t.approvedToast, description: t.approved })
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      keep={approve.isPending}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t.approveTitle}
      purpose={t.approvePurpose({ amount: refund.amountBtc })}
      onSubmit={act}
      footer={
        <>
          <Button onClick={onClose}>{t.close}</Button>
          <Button
            type="submit"
            variant="signal"
            busy={approve.isPending}
            disabled={!twoFactorEnabled || code.length < 6}
          >
            {t.approve}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {refund.address && <CopyRow label={t.approveAddress} text={refund.address} />}
        {twoFactorEnabled ? (
          <TwoFactorField
            label={t.code}
            value={code}
            onValueChange={setCode}
            error={approve.error ? messageOf(approve.error, t.approveFailed) : undefined}
          />
        ) : (
          <Notice kind="wait">
            <p>{t.codeNeeded}</p>
            <ButtonLink className="mt-3" size="sm" to={portalPaths.merchant.security}>
              {t.setUpCode}
            </ButtonLink>
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
