import type { Refund } from '@bitquay/contract/refunds'
import { useState } from 'react'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { toast } from '../../ui/toast-store.ts'
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
  const approve = useApproveRefund()
  return (
    <CodeDialog
      title={t.approveTitle}
      purpose={t.approvePurpose({ amount: refund.amountBtc })}
      confirm={t.approve}
      needed={t.codeNeeded}
      busy={approve.isPending}
      onClose={onClose}
      onCode={(twoFactorToken, refuse) =>
        approve.mutate(
          { id: refund.id, twoFactorToken },
          {
            onSuccess: ({ signingRequestId }) => {
              toast({
                title: t.approvedToast,
                description: signingRequestId === null ? t.approved : t.approvedToSign,
              })
              onClose()
            },
            onError: (error) => refuse(messageOf(error, t.approveFailed)),
          },
        )
      }
    >
      {refund.address && <CopyRow label={t.approveAddress} text={refund.address} />}
    </CodeDialog>
  )
}
