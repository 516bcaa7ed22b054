import { createMerchantForm } from '@bitquay/contract/admin-merchants'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, PasswordInput } from '../../ui/input.tsx'
import { OwnCodeField } from '../../ui/own-code-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { FillSample } from './fill-sample.tsx'
import { leftOfHundred } from './left-of-hundred.ts'
import { useCreateMerchant, useSchedule } from './use-merchants.ts'

type AddMerchantDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The form of the dashboard: with a markup, and with a BTCPay store where the merchant brings one. */
export const AddMerchantDialog = ({ open, onOpenChange }: AddMerchantDialogProps) => {
  const create = useCreateMerchant()
  const code = useAdminCode()
  const { register, handleSubmit, reset, setValue, control, formState } = useForm({
    resolver: zodResolver(createMerchantForm),
    defaultValues: empty,
  })
  const { errors } = formState
  const close = () => {
    onOpenChange(false)
    reset(empty)
  }
  const save = handleSubmit((fields) =>
    create.mutate(
      { ...fields, ...code.proof },
      {
        onSuccess: ({ storeName }) => {
          close()
          toast({ title: 'Merchant created successfully', description: storeName })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({
            kind: 'bad',
            title: 'Creation Failed',
            description: messageOf(error, 'Failed to create merchant'),
          })
        },
      },
    ),
  )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Add Merchant"
      purpose="Their store, wallet and webhook are made at once."
      onSubmit={() => void save()}
      footer={
        <>
          <FillSample
            onFill={(sample) => {
              for (const name of ['storeName', 'email', 'password', 'markupFeePercent'] as const)
                setValue(name, sample[name])
            }}
          />
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="signal" busy={create.isPending}>
            {create.isPending ? 'Adding...' : 'Add Merchant'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field label="Store name" error={errors.storeName?.message}>
          <Input {...register('storeName')} autoComplete="off" maxLength={120} data-autofocus />
        </Field>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="Email" error={errors.email?.message}>
            <Input {...register('email')} type="email" autoComplete="off" spellCheck={false} />
          </Field>
          <Field label="Password" error={errors.password?.message}>
            <PasswordInput {...register('password')} placeholder="At least 8 characters" autoComplete="new-password" />
          </Field>
        </div>
        <Field
          label="Markup fee (%)"
          error={errors.markupFeePercent?.message}
          hint={<MarkupHint markup={useWatch({ control, name: 'markupFeePercent' })} />}
        >
          <Input {...register('markupFeePercent')} type="number" min={0} max={50} step={0.1} inputMode="decimal" />
        </Field>
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="BTCPay store ID" optional error={errors.btcpayStoreId?.message}>
            <Input {...register('btcpayStoreId')} className="mono" placeholder="made for them if empty" />
          </Field>
          <Field label="BTCPay API key" optional error={errors.btcpayApiKey?.message}>
            <Input {...register('btcpayApiKey')} className="mono" placeholder="made for them if empty" />
          </Field>
        </div>
        <Field
          label="BTCPay server"
          optional
          hint="Where that store is; empty means the platform’s own server. What you enter is verified first."
          error={errors.btcpayServerUrl?.message}
        >
          <Input {...register('btcpayServerUrl')} type="url" placeholder="https://btcpay.example.com" />
        </Field>
        <OwnCodeField {...code} />
      </div>
    </Dialog>
  )
}

const empty = {
  storeName: '',
  email: '',
  password: '',
  markupFeePercent: '5.0',
  btcpayServerUrl: '',
  btcpayStoreId: '',
  btcpayApiKey: '',
}

/** What the markup means, from the schedule in force. */
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
