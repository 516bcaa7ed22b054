import { inviteMerchantUserForm, merchantUserForm } from '@bitquay/contract/merchants.users'
import { useState } from 'react'
import type { z } from 'zod'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, PasswordInput, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { type SignIn, SignInChoice } from './sign-in-choice.tsx'
import { useCreateUser } from './use-users.ts'

type Fields = z.input<typeof merchantUserForm>
type Checked = Omit<z.output<typeof merchantUserForm>, 'password'> & { password?: string | undefined }
type Rules = z.ZodType<Checked, Fields>

const rules: Record<SignIn, Rules> = {
  invitation: inviteMerchantUserForm,
  password: merchantUserForm,
}
const empty: Fields = { name: '', email: '', password: '', role: 'user' }

type Merchant = { merchantId: number; storeName: string }

type AddUserCardProps = {
  /** Those to choose from. */
  merchants: readonly Merchant[]
  chosen: number | undefined
  onChoose: (merchantId: number | undefined) => void
}

/** Adds a user to a merchant, beside the list. */
export const AddUserCard = ({ merchants, chosen, onChoose }: AddUserCardProps) => {
  const merchant = merchants.find(({ merchantId }) => merchantId === chosen)
  const create = useCreateUser()
  const code = useAdminCode()
  const [signIn, setSignIn] = useState<SignIn>('invitation')
  const [isMissing, setIsMissing] = useState(false)
  const { register, submit, errors, reset } = useContractForm<Fields, Checked>(rules[signIn], { initial: empty })
  const save = submit((fields) => {
    if (!merchant) return
    create.mutate(
      { ...fields, merchantId: merchant.merchantId, ...code.proof },
      {
        onSuccess: ({ name, email }) => {
          reset(empty)
          const sentence =
            signIn === 'invitation' ? t.userInvited({ email }) : t.userCanSignIn({ name, store: merchant.storeName })
          toast({ title: t.userCreatedToast, description: sentence })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: t.creationFailedToast, description: messageOf(error, t.createUserFailed) })
        },
      },
    )
  })
  return (
    <Card title={t.addUser} aria-label={t.addUser} id="add-user">
      <Form
        className="stack gap-4"
        onSubmit={() => {
          setIsMissing(!merchant)
          save()
        }}
      >
        <Field label={t.merchant} error={isMissing && !merchant ? t.selectMerchant : undefined}>
          <Select
            value={merchant?.merchantId ?? ''}
            onChange={(event) => onChoose(event.target.value === '' ? undefined : Number(event.target.value))}
          >
            <option value="">{t.selectMerchant}</option>
            {merchants.map(({ merchantId, storeName }) => (
              <option key={merchantId} value={merchantId}>
                {storeName}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t.name} error={errors.name}>
          <Input {...register('name')} autoComplete="off" maxLength={120} />
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
        <Field label={t.role}>
          <Select {...register('role')}>
            <option value="user">{t.user}</option>
            <option value="admin">{t.admin}</option>
          </Select>
        </Field>
        <OwnCodeField {...code} />
        <Button type="submit" variant="signal" busy={create.isPending}>
          {create.isPending ? t.creating : t.createUser}
        </Button>
      </Form>
      <h3 className="strong mt-6">{t.rolesTitle}</h3>
      <Sums
        rows={[
          { name: t.owner, value: t.ownerCan },
          { name: t.admin, value: t.adminCan },
          { name: t.user, value: t.userCan },
        ]}
      />
    </Card>
  )
}
