import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { WithdrawalsClosedNotice } from '../../ui/withdrawals-closed-notice.tsx'
import { checkInDialog, type WithdrawalLimits } from './check-payout.ts'
import * as t from './messages.ts'
import { Uncollected } from './uncollected.tsx'
import { usePartnerWallet } from './use-partner.ts'
import { useWithdrawal } from './use-withdrawal.ts'
import { NeedsTwoFactor, WithdrawalInputs } from './withdrawal-fields.tsx'
import { WithdrawnNotice } from './withdrawn.tsx'

type WithdrawDialogProps = {
  limits: WithdrawalLimits
  twoFactorEnabled: boolean
  networkFeeUsd: string
  conversionOf: (amount: string) => string | undefined
  onClose: () => void
}

/** Withdraws from the dashboard. It's mounted only while it's open. */
export const WithdrawDialog = ({
  limits,
  twoFactorEnabled,
  networkFeeUsd,
  conversionOf,
  onClose,
}: WithdrawDialogProps) => {
  const form = useWithdrawal(limits, checkInDialog)
  const { data: wallet } = usePartnerWallet()
  const closed = wallet?.withdrawalsClosed ?? null
  const underCheck = wallet?.withdrawalsUnderCheck ?? false
  // What was available when it opened stays in the sentence that names it.
  const [opened] = useState(limits.availableUsd)
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={t.withdrawBitcoin}
      purpose={t.dialogPurpose({ amount: formatUsd(opened) })}
      keep={form.busy || form.fields.amount !== '' || form.fields.btcAddress !== ''}
      onSubmit={form.submit}
      footer={
        form.withdrawn ? (
          <Button onClick={onClose}>{t.close}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button
              type="submit"
              variant="signal"
              busy={form.busy}
              disabled={!twoFactorEnabled || closed !== null || underCheck}
            >
              {form.busy ? t.processing : t.withdraw}
            </Button>
          </>
        )
      }
    >
      {form.withdrawn ? (
        <WithdrawnNotice withdrawn={form.withdrawn} />
      ) : (
        <div className="stack gap-5">
          {form.error && <Notice kind="bad">{failureOf(form.error)}</Notice>}
          {!twoFactorEnabled && <NeedsTwoFactor />}
          {underCheck && <Notice kind="wait">{t.underCheck}</Notice>}
          <WithdrawalsClosedNotice closed={closed} format={formatDateTime} />
          <Uncollected usd={limits.uncollectedUsd} />
          <WithdrawalInputs form={form} conversion={conversionOf(form.fields.amount)} networkFeeUsd={networkFeeUsd} />
        </div>
      )}
    </Dialog>
  )
}

/** The server's message, or one for an answer without a message, or one for no answer. */
const failureOf = (error: unknown): string => {
  if (!(error instanceof ApiError) || error.status === 0) return t.dialogUnknown
  return error.code === undefined ? t.dialogFailed : error.message
}
