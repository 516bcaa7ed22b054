import { type HeldName, releaseNameForm } from '@bitquay/contract/lightning-addresses'
import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Textarea } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useLightningNames, useReleaseName } from './use-merchants.ts'

/** The Lightning names that nobody else can choose. */
export const MerchantNames = ({ merchant }: { merchant: MerchantDetail }) => {
  const names = useLightningNames(merchant.id)
  const [released, setReleased] = useState<HeldName>()
  if (!names || names.length === 0) return null
  return (
    <Card title={t.lightningNames} bare span={6} aria-label={t.lightningNames}>
      <ul className="rows">
        {names.map((held) => (
          <li className="rest-auto" key={held.id}>
            <div className="min-w-0">
              <div className="what clip medium">{held.name}</div>
              <div className="small muted clip">{describe(held)}</div>
            </div>
            <span className="across gap-2">
              {held.retiredAt !== null && <Badge shape="open">{t.givenUp}</Badge>}
              {held.mayRelease && (
                <Button size="sm" onClick={() => setReleased(held)} aria-label={t.releaseOf({ name: held.name })}>
                  {t.release}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {released && <ReleaseDialog merchant={merchant} held={released} onClose={() => setReleased(undefined)} />}
    </Card>
  )
}

const describe = ({ paymentLink, lastPaidAt }: HeldName) => {
  const paid = lastPaidAt === null ? t.neverPaid : t.lastPaid({ date: formatDate(lastPaidAt) })
  return paymentLink === null ? paid : t.nameOfLink({ title: paymentLink, paid })
}

type ReleaseProps = { merchant: MerchantDetail; held: HeldName; onClose: () => void }

const ReleaseDialog = ({ merchant, held, onClose }: ReleaseProps) => {
  const release = useReleaseName(merchant.id, held.id)
  const code = useAdminCode()
  const { register, errors, submit } = useContractForm(releaseNameForm, { initial: { reason: '' } })
  const [error, setError] = useState<string>()
  const save = submit(({ reason }) =>
    release.mutate(
      { reason, ...code.proof },
      {
        onSuccess: () => {
          onClose()
          toast({ title: t.releasedToast })
        },
        onError: (refusal) => {
          if (!code.answered(refusal)) setError(messageOf(refusal, t.releaseFailed))
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.releaseTitle({ name: held.name })}
      purpose={t.releasePurpose}
      confirm={t.release}
      bad
      busy={release.isPending}
      onSubmit={save}
    >
      <Field label={t.releaseReason} error={errors.reason}>
        <Textarea {...register('reason', { onChange: () => setError(undefined) })} rows={2} data-autofocus />
      </Field>
      {error && <Notice kind="bad">{error}</Notice>}
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
