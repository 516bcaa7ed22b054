import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Closed, WithdrawalsClosedNotice } from '../../ui/withdrawals-closed-notice.tsx'
import { checkOnPage, type WithdrawalLimits } from './check-payout.ts'
import * as t from './messages.ts'
import { Uncollected } from './uncollected.tsx'
import { useWithdrawal } from './use-withdrawal.ts'
import { NeedsTwoFactor, WithdrawalInputs } from './withdrawal-fields.tsx'
import { WithdrawnNotice } from './withdrawn.tsx'

type WithdrawCardProps = {
  limits: WithdrawalLimits
  twoFactorEnabled: boolean
  /** Set while the partner must wait. */
  closed: Closed | null
  /** After a restore, until it has been reviewed. */
  underCheck: boolean
  networkFeeUsd: string
  conversionOf: (amount: string) => string | undefined
}

export const WithdrawCard = ({
  limits,
  twoFactorEnabled,
  closed,
  underCheck,
  networkFeeUsd,
  conversionOf,
}: WithdrawCardProps) => {
  const form = useWithdrawal(limits, checkOnPage)
  return (
    <Card title={t.withdrawTitle} span={7} aria-label={t.withdrawTitle}>
      <Form onSubmit={form.submit} className="stack gap-5">
        {form.withdrawn && <WithdrawnNotice withdrawn={form.withdrawn} />}
        {form.error && <Notice kind="bad">{messageOf(form.error, t.pageFailed)}</Notice>}
        {!twoFactorEnabled && <NeedsTwoFactor />}
        {underCheck && <Notice kind="wait">{t.underCheck}</Notice>}
        <WithdrawalsClosedNotice closed={closed} format={formatDateTime} />
        <Uncollected usd={limits.uncollectedUsd} />
        <WithdrawalInputs
          form={form}
          conversion={conversionOf(form.fields.amount)}
          networkFeeUsd={networkFeeUsd}
          useMax={form.chooseMax}
        />
        <Button
          type="submit"
          variant="signal"
          size="lg"
          block
          busy={form.busy}
          disabled={!twoFactorEnabled || closed !== null || underCheck}
        >
          {form.busy ? t.processing : t.withdraw}
        </Button>
      </Form>
    </Card>
  )
}
