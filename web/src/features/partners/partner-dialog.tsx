import { type AdminPartner, partnerChange, partnerForm } from '@bitquay/contract/partners.admin'
import type { ComponentProps } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatShare } from '../../lib/format-number.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useChangePartner, useCreatePartner } from './use-partners.ts'

/** Creates a partner, who is then invited by email. */
export const CreatePartnerDialog = ({ freePercent, onClose }: { freePercent: number; onClose: () => void }) => {
  const create = useCreatePartner()
  const code = useAdminCode()
  const proposed = Math.min(33.33, Math.max(0, Math.round(freePercent * 100) / 100))
  const form = useContractForm(partnerForm, {
    initial: { name: '', email: '', sharePercentage: proposed.toFixed(2) },
  })
  const submit = form.submit((partner) =>
    create.mutate(
      { ...partner, ...code.proof },
      {
        onSuccess: ({ name, email }) => {
          onClose()
          toast({ title: t.createdToast, description: t.invitedAt({ name, email }) })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: t.creationFailedToast, description: messageOf(error, t.createFailed) })
        },
      },
    ),
  )
  return (
    <FormDialog
      title={t.addPartner}
      purpose={freePercent <= 0 ? t.poolAllocated : t.createPurpose({ percent: formatShare(freePercent) })}
      confirm={t.createPartner}
      confirming={t.creating}
      busy={create.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="stack gap-5">
        <NameField error={form.errors.name} {...form.bind('name')} />
        <Field label={t.email} error={form.errors.email}>
          <Input type="email" autoComplete="off" {...form.bind('email')} />
        </Field>
        <ShareField error={form.errors.sharePercentage} {...form.bind('sharePercentage')} />
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
  )
}

/** Name and share of a partner. Payments keep the share that applied when they were booked. */
export const EditPartnerDialog = ({ partner, onClose }: { partner: AdminPartner; onClose: () => void }) => {
  const edit = useChangePartner(partner.id)
  const code = useAdminCode()
  const before = { name: partner.name, sharePercentage: partner.sharePercentage.toFixed(2) }
  const form = useContractForm(partnerChange, { initial: before })
  const submit = form.submit((fields) =>
    edit.mutate(
      { ...fields, ...code.proof },
      {
        onSuccess: (changed) => {
          onClose()
          toast({ title: t.updatedToast, description: changed.name })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.updateFailed) })
        },
      },
    ),
  )
  return (
    <FormDialog
      title={t.editPartner}
      purpose={t.editPurpose}
      confirm={t.saveChanges}
      confirming={t.saving}
      busy={edit.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="stack gap-5">
        <NameField error={form.errors.name} {...form.bind('name')} />
        <ShareField error={form.errors.sharePercentage} {...form.bind('sharePercentage')} />
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
  )
}

type InputFieldProps = ComponentProps<typeof Input> & { error: string | undefined }

const NameField = ({ error, ...input }: InputFieldProps) => (
  <Field label={t.name} error={error}>
    <Input data-autofocus autoComplete="off" maxLength={120} {...input} />
  </Field>
)

const ShareField = ({ error, ...input }: InputFieldProps) => (
  <Field label={t.shareOfPool} error={error}>
    <Input inputMode="decimal" autoComplete="off" {...input} />
  </Field>
)
