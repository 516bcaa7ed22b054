import type { Answer } from '@bitquay/contract/call'
import { type getSettings, settingsForm } from '@bitquay/contract/merchants'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangeSettings } from './use-settings.ts'

type AccountCardProps = { settings: Answer<typeof getSettings> }

/** The business's name, and the address that only support can change. */
export const AccountCard = ({ settings }: AccountCardProps) => {
  const mayChange = settings.role !== 'user'
  const change = useChangeSettings()
  const { register, submit, reset, errors } = useContractForm(settingsForm, {
    current: { storeName: settings.storeName },
  })
  const save = submit(({ storeName }) =>
    change.mutate(
      { storeName },
      {
        onSuccess: (saved) => {
          reset({ storeName: saved.storeName })
          toast({ title: 'Success', description: 'Account updated successfully' })
        },
        onError: (error) =>
          toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to update account') }),
      },
    ),
  )
  return (
    <Card title="Business" span={7}>
      <Form onSubmit={save} className="grid gap-5">
        <Field label="Business name" error={errors.storeName}>
          <Input {...register('storeName')} autoComplete="organization" readOnly={!mayChange} />
        </Field>
        <Field label="Email" hint="Contact support to change your email address">
          <Input type="email" value={settings.email} readOnly />
        </Field>
        {mayChange ? (
          <div>
            <Button type="submit" variant="signal" busy={change.isPending}>
              {change.isPending ? 'Saving...' : 'Save Changes'}
            </Button>
          </div>
        ) : (
          <Notice>Only the owner and the store’s admins can change the business name.</Notice>
        )}
      </Form>
    </Card>
  )
}
