import { defaultPromoCodeDays, promoCodeForm } from '@bitquay/contract/promo-codes'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { type FieldSentences, useContractForm } from '../../lib/use-contract-form.ts'
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
  const { bind, fields, errors, submit } = useContractForm(checkPromoCode, {
    initial: { description: '', expiresInDays: String(defaultPromoCodeDays) },
  })
  const save = submit((typed) =>
    create.mutate(
      { ...promoCodeForm.parse(read(typed)), ...code.proof },
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
    ),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Create Promo Code"
      purpose="For one withdrawal of one merchant: its fee is waived, and platform fees owed are forgiven."
      keep={fields.description !== ''}
      onSubmit={save}
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
          <Input autoComplete="off" maxLength={200} data-autofocus {...bind('description')} />
        </Field>
        <Field label="Expires In (Days)" error={errors.expiresInDays}>
          <Input type="number" inputMode="numeric" min={1} max={3650} step={1} {...bind('expiresInDays')} />
        </Field>
        <OwnCodeField {...code} />
      </div>
    </Dialog>
  )
}

type Typed = { description: string; expiresInDays: string }

/** The field for days is text; the contract wants a whole number. */
const read = ({ description, expiresInDays }: Typed) => ({
  description,
  expiresInDays: /^\d+$/.test(expiresInDays.trim()) ? Number(expiresInDays) : Number.NaN,
})

const checkPromoCode = (typed: Typed): FieldSentences<Typed> =>
  Object.fromEntries(
    (promoCodeForm.safeParse(read(typed)).error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
  )
