import { type AdminPartner, partnerChange, partnerForm } from '@bitquay/contract/admin-partners'
import { type ReactNode, useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangePartner, useCreatePartner } from './use-partners.ts'

type Fields = { name: string; email: string; sharePercentage: string }

/** A new partner, who is then invited by mail. */
export const CreatePartnerDialog = ({ freePercent, onClose }: { freePercent: number; onClose: () => void }) => {
  const create = useCreatePartner()
  const code = useAdminCode()
  const proposed = Math.min(33.33, Math.max(0, Math.round(freePercent * 100) / 100))
  const form = useFields({ name: '', email: '', sharePercentage: proposed.toFixed(2) })
  const submit = () => {
    const parsed = partnerForm.safeParse(form.fields)
    if (!parsed.success) return form.blame(parsed.error.issues)
    create.mutate(
      { ...parsed.data, ...code.proof },
      {
        onSuccess: ({ name, email }) => {
          onClose()
          toast({ title: 'Partner Created', description: `${name} was invited at ${email}.` })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: 'Creation Failed', description: messageOf(error, 'Failed to create partner') })
        },
      },
    )
  }
  return (
    <PartnerDialog
      title="Add Partner"
      purpose={`An invitation to choose a password is mailed. ${proposed === 0 && freePercent <= 0 ? 'The pool is given away: lower another share first.' : `Free in the pool: ${freePercent.toFixed(2)}%.`}`}
      act={create.isPending ? 'Creating...' : 'Create Partner'}
      busy={create.isPending}
      keep={form.fields.name !== '' || form.fields.email !== ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <NameField form={form} />
      <Field label="Email" error={form.errors.email}>
        <Input
          type="email"
          autoComplete="off"
          value={form.fields.email}
          onChange={(event) => form.change('email', event.target.value)}
        />
      </Field>
      <ShareField form={form} />
      <OwnCodeField {...code} />
    </PartnerDialog>
  )
}

/** Name and share of a partner. Payments keep the share that was in force when they were booked. */
export const EditPartnerDialog = ({ partner, onClose }: { partner: AdminPartner; onClose: () => void }) => {
  const edit = useChangePartner(partner.id)
  const code = useAdminCode()
  const before: Fields = { name: partner.name, email: '', sharePercentage: partner.sharePercentage.toFixed(2) }
  const form = useFields(before)
  const submit = () => {
    const { name, sharePercentage } = form.fields
    const parsed = partnerChange.safeParse({ name, sharePercentage })
    if (!parsed.success) return form.blame(parsed.error.issues)
    edit.mutate(
      { ...parsed.data, ...code.proof },
      {
        onSuccess: (changed) => {
          onClose()
          toast({ title: 'Partner Updated', description: changed.name })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to update partner') })
        },
      },
    )
  }
  return (
    <PartnerDialog
      title="Edit Partner"
      purpose="A new share counts for payments from now on. What was earned stays as it was."
      act={edit.isPending ? 'Saving...' : 'Save Changes'}
      busy={edit.isPending}
      keep={JSON.stringify(form.fields) !== JSON.stringify(before)}
      onClose={onClose}
      onSubmit={submit}
    >
      <NameField form={form} />
      <ShareField form={form} />
      <OwnCodeField {...code} />
    </PartnerDialog>
  )
}

type PartnerDialogProps = {
  title: string
  purpose: string
  act: string
  busy: boolean
  keep: boolean
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

const PartnerDialog = ({ title, purpose, act, busy, keep, onClose, onSubmit, children }: PartnerDialogProps) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={title}
    purpose={purpose}
    keep={keep}
    onSubmit={onSubmit}
    footer={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="signal" busy={busy}>
          {act}
        </Button>
      </>
    }
  >
    <div className="grid gap-5">{children}</div>
  </Dialog>
)

const NameField = ({ form }: { form: Form }) => (
  <Field label="Name" error={form.errors.name}>
    <Input
      data-autofocus
      autoComplete="off"
      maxLength={120}
      value={form.fields.name}
      onChange={(event) => form.change('name', event.target.value)}
    />
  </Field>
)

const ShareField = ({ form }: { form: Form }) => (
  <Field label="Share of the pool (%)" error={form.errors.sharePercentage}>
    <Input
      inputMode="decimal"
      autoComplete="off"
      value={form.fields.sharePercentage}
      onChange={(event) => form.change('sharePercentage', event.target.value)}
    />
  </Field>
)

type Form = ReturnType<typeof useFields>

const useFields = (before: Fields) => {
  const [fields, setFields] = useState(before)
  const [errors, setErrors] = useState<Partial<Fields>>({})
  return {
    fields,
    errors,
    change: (name: keyof Fields, value: string) => {
      setFields({ ...fields, [name]: value })
      setErrors({ ...errors, [name]: undefined })
    },
    blame: (issues: { path: PropertyKey[]; message: string }[]) => {
      setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])))
    },
  }
}
