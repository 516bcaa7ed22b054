import { defaultPromoCodeDays, promoCodeForm } from '@bitquay/contract/promo-codes'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { type FieldSentences, useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCreatePromoCode } from './use-promo-codes.ts'

type CreatePromoCodeDialogProps = { onClose: () => void }

/** Asks what the code is for and how long it works. The server generates the code. */
export const CreatePromoCodeDialog = ({ onClose }: CreatePromoCodeDialogProps) => {
  const create = useCreatePromoCode()
  const code = useAdminCode()
  const { bind, errors, submit } = useContractForm(checkPromoCode, {
    initial: { description: '', expiresInDays: String(defaultPromoCodeDays) },
  })
  const save = submit((typed) =>
    create.mutate(
      { ...promoCodeForm.parse(read(typed)), ...code.proof },
      {
        onSuccess: (created) => {
          onClose()
          toast({ title: t.createdToast, description: t.usableOnce({ code: created.code }) })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.createFailed) })
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.createCode}
      purpose={t.lead}
      confirm={t.create}
      confirming={t.creating}
      busy={create.isPending}
      onSubmit={save}
    >
      <div className="stack gap-5">
        <Field label={t.description} error={errors.description}>
          <Input autoComplete="off" maxLength={200} data-autofocus {...bind('description')} />
        </Field>
        <Field label={t.expiresInDays} error={errors.expiresInDays}>
          <Input type="number" inputMode="numeric" min={1} max={3650} step={1} {...bind('expiresInDays')} />
        </Field>
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
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
