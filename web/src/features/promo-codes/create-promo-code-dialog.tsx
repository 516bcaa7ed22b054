import { defaultPromoCodeDays, promoCodeForm } from '@bitquay/contract/promo-codes'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCreatePromoCode } from './use-promo-codes.ts'

type CreatePromoCodeDialogProps = { onClose: () => void }

/** What the code is for, and how long it may be used. The code itself is drawn by the server. */
export const CreatePromoCodeDialog = ({ onClose }: CreatePromoCodeDialogProps) => {
  const create = useCreatePromoCode()
  const code = useAdminCode()
  const [fields, setFields] = useState({ description: '', expiresInDays: String(defaultPromoCodeDays) })
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const change = (name: keyof typeof fields, value: string) => {
    setFields({ ...fields, [name]: value })
    setErrors({ ...errors, [name]: undefined })
  }
  const submit = () => {
    const days = fields.expiresInDays.trim()
    const parsed = promoCodeForm.safeParse({
      description: fields.description,
      expiresInDays: /^\d+$/.test(days) ? Number(days) : Number.NaN,
    })
    if (!parsed.success) {
      setErrors(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])))
      return
    }
    create.mutate(
      { ...parsed.data, ...code.proof },
      {
        onSuccess: (made) => {
          onClose()
          toast({ title: 'Promo Code Created', description: `${made.code} can be used once.` })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to create promo code') })
        },
      },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Create Promo Code"
      purpose="For one withdrawal of one merchant: its fee is waived, and platform fees owed are forgiven."
      keep={fields.description !== ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="signal" busy={create.isPending}>
            {create.isPending ? 'Creating...' : 'Create'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field label="Description" error={errors.description}>
          <Input
            autoComplete="off"
            maxLength={200}
            data-autofocus
            value={fields.description}
            onChange={(event) => change('description', event.target.value)}
          />
        </Field>
        <Field label="Expires In (Days)" error={errors.expiresInDays}>
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={3650}
            step={1}
            value={fields.expiresInDays}
            onChange={(event) => change('expiresInDays', event.target.value)}
          />
        </Field>
        <OwnCodeField {...code} />
      </div>
    </Dialog>
  )
}
