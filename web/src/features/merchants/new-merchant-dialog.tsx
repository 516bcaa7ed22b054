import { createMerchantForm, manageMerchantForm } from '@bitquay/contract/admin-merchants'
import type { z } from 'zod'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, PasswordInput } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { FillSample } from './fill-sample.tsx'
import { leftOfHundred } from './left-of-hundred.ts'
import { useCreateMerchant, useSchedule } from './use-merchants.ts'

type Fields = z.input<typeof createMerchantForm>
type Checked = z.output<typeof manageMerchantForm> & Partial<z.output<typeof createMerchantForm>>

const who = { storeName: '', email: '', password: '' }

/** The two forms that make a merchant, each with the rules and the words of its own screen. */
const forms = {
  /** With a markup, and with a BTCPay store where the merchant brings one. */
  dashboard: {
    rules: createMerchantForm as z.ZodType<Checked, Fields>,
    empty: { ...who, markupFeePercent: '5.0', btcpayServerUrl: '', btcpayStoreId: '', btcpayApiKey: '' } as Fields,
    title: 'Add Merchant',
    adding: 'Adding...',
    done: (storeName: string) => ({ title: 'Merchant created successfully', description: storeName }),
  },
  /** Who they are. Everything else is made for them. */
  management: {
    rules: manageMerchantForm as z.ZodType<Checked, Fields>,
    empty: who as Fields,
    title: 'Create Merchant',
    adding: 'Creating...',
    done: (storeName: string) => ({
      title: 'Merchant Created',
      description: `${storeName} can sign in. Its store is being set up.`,
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
  const fields = useContractForm<Fields, Checked>(rules, { initial: empty })
  const { register, errors, reset, change, submit } = fields
  const close = () => {
    onOpenChange(false)
    reset(empty)
  }
  const save = submit((checked) =>
    create.mutate(
      { ...checked, ...code.proof },
      {
        onSuccess: ({ storeName }) => {
          close()
          toast(done(storeName))
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: 'Creation Failed', description: messageOf(error, 'Failed to create merchant') })
        },
      },
    ),
  )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={title}
      purpose="Their store, wallet and webhook are made at once."
      onSubmit={save}
      footer={
        <>
          <FillSample
            onFill={({ storeName, email, password, markupFeePercent }) => {
              change('storeName', storeName)
              change('email', email)
              change('password', password)
              if (form === 'dashboard') change('markupFeePercent', markupFeePercent)
            }}
          />
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="signal" busy={create.isPending}>
            {create.isPending ? adding : title}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field label="Store name" error={errors.storeName}>
          <Input {...register('storeName')} autoComplete="off" maxLength={120} data-autofocus />
        </Field>
        <div className={form === 'dashboard' ? 'grid items-start gap-5 sm:grid-cols-2' : 'contents'}>
          <Field label="Email" error={errors.email}>
            <Input {...register('email')} type="email" autoComplete="off" spellCheck={false} />
          </Field>
          <Field label="Password" error={errors.password}>
            <PasswordInput {...register('password')} placeholder="At least 8 characters" autoComplete="new-password" />
          </Field>
        </div>
        {form === 'dashboard' && <StoreFields {...fields} />}
        <OwnCodeField {...code} />
      </div>
    </Dialog>
  )
}

type StoreFieldsProps = Pick<ReturnType<typeof useContractForm<Fields, Checked>>, 'register' | 'errors' | 'fields'>

const StoreFields = ({ register, errors, fields }: StoreFieldsProps) => (
  <>
    <Field
      label="Markup fee (%)"
      error={errors.markupFeePercent}
      hint={<MarkupHint markup={fields.markupFeePercent} />}
    >
      <Input {...register('markupFeePercent')} type="number" min={0} max={50} step={0.1} inputMode="decimal" />
    </Field>
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field label="BTCPay store ID" optional error={errors.btcpayStoreId}>
        <Input {...register('btcpayStoreId')} className="mono" placeholder="made for them if empty" />
      </Field>
      <Field label="BTCPay API key" optional error={errors.btcpayApiKey}>
        <Input {...register('btcpayApiKey')} className="mono" placeholder="made for them if empty" />
      </Field>
    </div>
    <Field
      label="BTCPay server"
      optional
      hint="Where that store is; empty means the platform’s own server. What you enter is verified first."
      error={errors.btcpayServerUrl}
    >
      <Input {...register('btcpayServerUrl')} type="url" placeholder="https://btcpay.example.com" />
    </Field>
  </>
)

/** What the markup means under the current schedule. */
const MarkupHint = ({ markup }: { markup: string | number | undefined }) => {
  const schedule = useSchedule()
  if (!schedule) return null
  const { platformFeePercent, partnerPoolPercent } = schedule
  const left = leftOfHundred([String(platformFeePercent), String(partnerPoolPercent), String(markup ?? '')])
  return (
    <>
      Platform fee {platformFeePercent}%, plus this markup, plus {partnerPoolPercent}% for partners
      {left === undefined ? '.' : `: a $100.00 payment leaves $${left}.`}
    </>
  )
}
