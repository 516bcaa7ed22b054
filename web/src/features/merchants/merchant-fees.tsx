import type { MerchantDetail } from '@bitquay/contract/admin-merchants'
import { markupFeePercent, markupNoticeDays } from '@bitquay/contract/markup'
import { Percent } from 'lucide-react'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate, formatDateTime } from '../../lib/format-date.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangeMerchant, useSchedule } from './use-merchants.ts'

/** What is taken from this merchant's payments. */
export const MerchantFees = ({ merchant }: { merchant: MerchantDetail }) => {
  const [changing, setChanging] = useState(false)
  const schedule = useSchedule()
  const next = merchant.scheduledMarkup
  return (
    <Card
      title="Fees"
      span={6}
      footer={
        <Button size="sm" icon={<Percent className="ico" aria-hidden="true" />} onClick={() => setChanging(true)}>
          Change markup
        </Button>
      }
    >
      <Sums
        rows={[
          { name: 'Platform fee', value: schedule ? `${schedule.platformFeePercent}%` : '—' },
          { name: 'Partners', value: schedule ? `${schedule.partnerPoolPercent}%` : '—' },
          { name: 'Markup', value: `${merchant.markupFeePercent}%` },
          ...(next
            ? [
                {
                  name: `Markup from ${formatDate(next.effectiveFrom)}`,
                  value: `${next.markupFeePercent}%`,
                },
              ]
            : []),
        ]}
      />
      {changing && <MarkupDialog merchant={merchant} onClose={() => setChanging(false)} />}
    </Card>
  )
}

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
  const announced = merchant.scheduledMarkup?.markupFeePercent ?? merchant.markupFeePercent
  const raises = parsed.success && Number(parsed.data) > Math.min(merchant.markupFeePercent, announced)
  const save = submit(({ markup }) =>
    change.mutate(
      { markupFeePercent: markupFeePercent.parse(markup), ...code.proof },
      {
        onSuccess: ({ scheduledMarkup }) => {
          onClose()
          toast({
            title: 'Markup changed',
            description: scheduledMarkup
              ? `${scheduledMarkup.markupFeePercent}% from ${formatDateTime(scheduledMarkup.effectiveFrom)}.`
              : `${markupFeePercent.parse(markup)}% from now on.`,
          })
        },
        onError: (refusal) => {
          if (code.answered(refusal)) return
          toast({ kind: 'bad', title: 'Error', description: messageOf(refusal, 'Failed to change the markup') })
        },
      },
    ),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Change markup"
      purpose={`Extra platform revenue on the payments of ${merchant.storeName}, which is told by e-mail.`}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="signal" busy={change.isPending}>
            {change.isPending ? 'Saving...' : 'Change markup'}
          </Button>
        </>
      }
    >
      <Field label="Markup fee (%)" error={errors.markup}>
        <Input type="number" min={0} max={50} step={0.1} inputMode="decimal" data-autofocus {...bind('markup')} />
      </Field>
      <Notice kind={raises ? 'wait' : 'info'}>
        {raises
          ? `A raise begins in ${markupNoticeDays} days: our terms promise that notice.`
          : 'No more than now begins at once. A raise that was announced is taken back.'}
      </Notice>
      <OwnCodeField {...code} />
    </Dialog>
  )
}
