import { type FeeSchedule, markupFeePercent, markupNoticeDays } from '@bitquay/contract/fees'
import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { toSats } from '@bitquay/contract/money'
import { Percent } from 'lucide-react'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Usd } from '../../ui/figures.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CollectFees } from './collect-fees.tsx'
import * as t from './messages.ts'
import { useChangeMerchant, useSchedule } from './use-merchants.ts'

/** The fees on this merchant's payments, each with its name. */
export const MerchantFees = ({ merchant, span }: { merchant: MerchantDetail; span: 6 | 12 }) => {
  const [changing, setChanging] = useState(false)
  const schedule = useSchedule()
  const next = merchant.scheduledMarkup
  return (
    <Card
      title={t.feesPerPayment}
      span={span}
      footer={
        <Button size="sm" icon={<Percent className="ico" aria-hidden="true" />} onClick={() => setChanging(true)}>
          {t.changeMarkup}
        </Button>
      }
    >
      <Sums
        rows={[
          { name: t.platformFee, value: schedule ? formatPercent(schedule.platformFeePercent) : '—' },
          { name: t.partners, value: schedule ? formatPercent(schedule.partnerPoolPercent) : '—' },
          { name: t.markup, value: formatPercent(merchant.markupFeePercent) },
          ...(next
            ? [
                {
                  name: t.markupFrom({ date: formatDate(next.effectiveFrom) }),
                  value: formatPercent(next.markupFeePercent),
                },
              ]
            : []),
          { name: t.feesTogether, value: schedule ? formatPercent(sumOf(schedule, merchant)) : '—', total: true },
        ]}
      />
      {changing && <MarkupDialog merchant={merchant} onClose={() => setChanging(false)} />}
    </Card>
  )
}

/** Percentages have three decimals at most, so that rounding takes away only what floats add. */
const sumOf = (
  { platformFeePercent, partnerPoolPercent }: Pick<FeeSchedule, 'platformFeePercent' | 'partnerPoolPercent'>,
  merchant: MerchantDetail,
) => Math.round((platformFeePercent + partnerPoolPercent + merchant.markupFeePercent) * 1000) / 1000

/** What was charged since the merchant joined, and what isn't collected. */
export const MerchantFeesOwed = ({ merchant }: { merchant: MerchantDetail }) => (
  <Card
    title={t.feesSoFar}
    note={merchant.holder === 'merchant' ? t.feesByInvoice : t.feesOwedNote}
    span={6}
    footer={
      toSats(merchant.balances.feesOwed.btc) > 0n &&
      merchant.holder !== 'merchant' && <CollectFees merchant={merchant} />
    }
  >
    <Sums
      rows={[
        { name: t.feesCharged, value: <Usd amount={merchant.totals.feesUsd} /> },
        { name: t.feesOwedNow, value: <Usd amount={merchant.balances.feesOwed.usd} /> },
      ]}
    />
  </Card>
)

const checkMarkup = ({ markup }: { markup: string }) => ({
  markup: markupFeePercent.safeParse(markup).error?.issues[0]?.message,
})

const MarkupDialog = ({ merchant, onClose }: { merchant: MerchantDetail; onClose: () => void }) => {
  const change = useChangeMerchant(merchant.id)
  const code = useAdminCode()
  const { bind, fields, errors, submit } = useContractForm(checkMarkup, {
    initial: { markup: String(merchant.markupFeePercent) },
  })
  const parsed = markupFeePercent.safeParse(fields.markup)
  const scheduled = merchant.scheduledMarkup?.markupFeePercent ?? merchant.markupFeePercent
  const raises = parsed.success && Number(parsed.data) > Math.min(merchant.markupFeePercent, scheduled)
  const save = submit(({ markup }) =>
    change.mutate(
      { markupFeePercent: markupFeePercent.parse(markup), ...code.proof },
      {
        onSuccess: ({ scheduledMarkup }) => {
          onClose()
          toast({
            title: t.markupToast,
            description: scheduledMarkup
              ? t.markupScheduled({
                  markup: formatPercent(scheduledMarkup.markupFeePercent),
                  date: formatDateTime(scheduledMarkup.effectiveFrom),
                })
              : t.markupApplied({ markup: formatPercent(Number(markup)) }),
          })
        },
        onError: (refusal) => {
          if (code.answered(refusal)) return
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(refusal, t.markupFailed) })
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.changeMarkup}
      purpose={t.markupPurpose({ store: merchant.storeName })}
      confirm={t.changeMarkup}
      confirming={t.saving}
      busy={change.isPending}
      onSubmit={save}
    >
      <Field label={t.markupFee} error={errors.markup}>
        <Input type="number" min={0} max={50} step={0.1} inputMode="decimal" data-autofocus {...bind('markup')} />
      </Field>
      <Notice kind={raises ? 'wait' : 'info'}>
        {raises ? t.markupRaise({ days: String(markupNoticeDays) }) : t.markupLower}
      </Notice>
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
