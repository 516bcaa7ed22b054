import { manageMerchantForm } from '@bitquay/contract/admin-merchants'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, PasswordInput } from '../../ui/input.tsx'
import { OwnCodeField } from '../../ui/own-code-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { FillSample } from './fill-sample.tsx'
import { useCreateMerchant } from './use-merchants.ts'

type CreateMerchantDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** The form of the management screen: who they are. Everything else is made for them. */
export const CreateMerchantDialog = ({ open, onOpenChange }: CreateMerchantDialogProps) => {
  const create = useCreateMerchant()
  const code = useAdminCode()
  const { register, handleSubmit, reset, setValue, formState } = useForm({
    resolver: zodResolver(manageMerchantForm),
    defaultValues: empty,
  })
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
          toast({ title: 'Merchant Created', description: `${storeName} can sign in. Its store is being set up.` })
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
      title="Create Merchant"
      purpose="Their store, wallet and webhook are made at once."
      onSubmit={() => void save()}
      footer={
        <>
          <FillSample
            onFill={(sample) => {
              for (const name of ['storeName', 'email', 'password'] as const) setValue(name, sample[name])
            }}
          />
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="signal" busy={create.isPending}>
            {create.isPending ? 'Creating...' : 'Create Merchant'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Field label="Store name" error={formState.errors.storeName?.message}>
          <Input {...register('storeName')} autoComplete="off" maxLength={120} data-autofocus />
        </Field>
        <Field label="Email" error={formState.errors.email?.message}>
          <Input {...register('email')} type="email" autoComplete="off" spellCheck={false} />
        </Field>
        <Field label="Password" error={formState.errors.password?.message}>
          <PasswordInput {...register('password')} placeholder="At least 8 characters" autoComplete="new-password" />
        </Field>
        <OwnCodeField {...code} />
      </div>
    </Dialog>
  )
}

const empty = { storeName: '', email: '', password: '' }
