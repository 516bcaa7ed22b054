import {
  createMerchantForm,
  inviteMerchantForm,
  manageInvitationForm,
  manageMerchantForm,
} from '@bitquay/contract/merchants.admin'
import { useState } from 'react'
import type { z } from 'zod'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, PasswordInput } from '../../ui/input.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast-store.ts'
import { FillSample } from './fill-sample.tsx'
import { leftOfHundred } from './left-of-hundred.ts'
import * as t from './messages.ts'
import { type SignIn, SignInChoice } from './sign-in-choice.tsx'
import { useCreateMerchant, useSchedule } from './use-merchants.ts'

type Fields = z.input<typeof createMerchantForm>
type Checked = Omit<z.output<typeof manageMerchantForm>, 'password'> &
  Partial<Omit<z.output<typeof createMerchantForm>, 'password'>> & { password?: string | undefined }
type Rules = z.ZodType<Checked, Fields>

type Created = { storeName: string; invited: boolean }

const who = { storeName: '', email: '', password: '' }

/** Two screens create merchants. Each has its own fields and texts. */
const forms = {
  /** With a markup, and a BTCPay store if the merchant has one. */
  dashboard: {
    rules: { invitation: inviteMerchantForm as Rules, password: createMerchantForm as Rules },
    empty: { ...who, markupFeePercent: '5.0', btcpayServerUrl: '', btcpayStoreId: '', btcpayApiKey: '' } as Fields,
    title: t.addMerchant,
    adding: t.adding,
    done: ({ storeName }: Created) => ({ title: t.addedToast, description: storeName }),
  },
  /** Only who they are. Everything else is created automatically. */
  management: {
    rules: { invitation: manageInvitationForm as Rules, password: manageMerchantForm as Rules },
    empty: who as Fields,
    title: t.createMerchant,
    adding: t.creating,
    done: ({ storeName, invited }: Created) => ({
      title: t.createdToast,
      description: invited ? t.invitedToStore({ store: storeName }) : t.canSignIn({ store: storeName }),
    }),
  },
}

type NewMerchantDialogProps = {
  form: keyof typeof forms
  open: boolean
  onOpenChange: (open: boolean) => void
}

export const NewMerchantDialog = ({ form, open, onOpenChange }: NewMerchantDialogProps) => {
  const { rules, empty, title, adding, done } = forms[form]
  const create = useCreateMerchant()
  const code = useAdminCode()
  const [signIn, setSignIn] = useState<SignIn>('invitation')
  const fields = useContractForm<Fields, Checked>(rules[signIn], { initial: empty })
  const { register, errors, reset, change, submit } = fields
  const close = () => {
    onOpenChange(false)
    reset(empty)
    setSignIn('invitation')
  }
  const save = submit((checked) =>
    create.mutate(
      { ...checked, ...code.proof },
      {
        onSuccess: (created) => {
          close()
          toast(done(created))
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: t.creationFailedToast, description: messageOf(error, t.createFailed) })
        },
      },
    ),
  )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={title}
      purpose={t.createPurpose}
      onSubmit={save}
      footer={
        <>
          <FillSample
            onFill={({ storeName, email, password, markupFeePercent }) => {
              change('storeName', storeName)
              change('email', email)
              change('password', password)
              setSignIn('password')
              if (form === 'dashboard') change('markupFeePercent', markupFeePercent)
            }}
          />
          <Button onClick={close}>{t.cancel}</Button>
          <Button type="submit" variant="signal" busy={create.isPending}>
            {create.isPending ? adding : title}
          </Button>
        </>
      }
    >
      <div className="stack gap-5">
        <Field label={t.storeName} error={errors.storeName}>
          <Input {...register('storeName')} autoComplete="off" maxLength={120} data-autofocus />
        </Field>
        <Field label={t.email} error={errors.email}>
          <Input {...register('email')} type="email" autoComplete="off" spellCheck={false} />
        </Field>
        <SignInChoice value={signIn} onChange={setSignIn} />
        {signIn === 'password' && (
          <Field label={t.password} error={errors.password}>
            <PasswordInput {...register('password')} placeholder={t.passwordHint} autoComplete="new-password" />
          </Field>
        )}
        {form === 'dashboard' && <StoreFields {...fields} />}
        <OwnCodeField {...code} />
      </div>
    </Dialog>
  )
}

type StoreFieldsProps = Pick<ReturnType<typeof useContractForm<Fields, Checked>>, 'register' | 'errors' | 'fields'>

const StoreFields = ({ register, errors, fields }: StoreFieldsProps) => (
  <>
    <Field label={t.markupFee} error={errors.markupFeePercent} hint={<MarkupHint markup={fields.markupFeePercent} />}>
      <Input {...register('markupFeePercent')} type="number" min={0} max={50} step={0.1} inputMode="decimal" />
    </Field>
    <div className="stack at-top gap-5 pairs">
      <Field label={t.btcpayStoreId} optional error={errors.btcpayStoreId}>
        <Input {...register('btcpayStoreId')} className="mono" placeholder={t.createdIfBlank} />
      </Field>
      <Field label={t.btcpayApiKey} optional error={errors.btcpayApiKey}>
        <Input {...register('btcpayApiKey')} className="mono" placeholder={t.createdIfBlank} />
      </Field>
    </div>
    <Field label={t.btcpayServer} optional hint={t.btcpayServerHint} error={errors.btcpayServerUrl}>
      <Input {...register('btcpayServerUrl')} type="url" placeholder={t.btcpayServerExample} />
    </Field>
  </>
)

/** What the markup means under the current schedule. */
const MarkupHint = ({ markup }: { markup: string | number | undefined }) => {
  const schedule = useSchedule()
  if (!schedule) return null
  const { platformFeePercent, partnerPoolPercent } = schedule
  const left = leftOfHundred([String(platformFeePercent), String(partnerPoolPercent), String(markup ?? '')])
  const fees = { platform: formatPercent(platformFeePercent), partners: formatPercent(partnerPoolPercent) }
  return left === undefined ? t.markupHint(fees) : t.markupExample({ ...fees, left: formatUsd(left) })
}
