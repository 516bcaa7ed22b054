import { inviteMerchantUserForm } from '@bitquay/contract/merchants.users'
import { listStores } from '@bitquay/contract/transactions.admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, SearchInput, Select } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSheet } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCreateUser } from './use-users.ts'

type Store = { merchantId: number; storeName: string }
type InviteUserSheetProps = { chosen: Store | undefined; onClose: () => void }

/** More stores than these are found by name. */
const mostStores = 100

/** Invites someone to a merchant's team. They choose their own password. */
export const InviteUserSheet = ({ chosen, onClose }: InviteUserSheetProps) => {
  const [search, setSearch] = useState('')
  const { data: found = [] } = useQuery({
    ...queryOf(listStores, { query: search.trim() === '' ? {} : { search: search.trim() } }),
    placeholderData: keepPreviousData,
  })
  const create = useCreateUser()
  const code = useAdminCode()
  const [merchant, setMerchant] = useState(chosen)
  const stores = [
    ...(merchant && !found.some(({ merchantId }) => merchantId === merchant.merchantId) ? [merchant] : []),
    ...found,
  ]
  const [isMissing, setIsMissing] = useState(false)
  const { register, submit, errors } = useContractForm(inviteMerchantUserForm, {
    initial: { name: '', email: '', password: '', role: 'user' },
  })
  const save = submit((fields) => {
    if (!merchant) return
    create.mutate(
      { ...fields, merchantId: merchant.merchantId, ...code.proof },
      {
        onSuccess: ({ email }) => {
          onClose()
          toast({ title: t.userCreatedToast, description: t.userInvited({ email }) })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: t.creationFailedToast, description: messageOf(error, t.createUserFailed) })
        },
      },
    )
  })
  return (
    <FormSheet
      title={t.inviteUser}
      onClose={onClose}
      onSubmit={() => {
        setIsMissing(!merchant)
        save()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="signal" busy={create.isPending}>
            {create.isPending ? t.sendingInvitation : t.sendInvitation}
          </Button>
        </>
      }
    >
      <div className="stack gap-5">
        {(found.length >= mostStores || search !== '') && (
          <Field label={t.findMerchant}>
            <SearchInput placeholder={t.findMerchant} value={search} onType={setSearch} />
          </Field>
        )}
        <Field label={t.merchant} error={isMissing && !merchant ? t.selectMerchant : undefined}>
          <Select
            value={merchant?.merchantId ?? ''}
            onChange={({ target }) => setMerchant(stores.find(({ merchantId }) => String(merchantId) === target.value))}
          >
            <option value="">{t.selectMerchant}</option>
            {stores.map((store) => (
              <option key={store.merchantId} value={store.merchantId}>
                {store.storeName}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t.email} error={errors.email}>
          <Input {...register('email')} type="email" autoComplete="off" spellCheck={false} />
        </Field>
        <Field label={t.name} error={errors.name}>
          <Input {...register('name')} autoComplete="off" maxLength={120} />
        </Field>
        <Field label={t.role} hint={t.rolesHint}>
          <Select {...register('role')}>
            <option value="user">{t.user}</option>
            <option value="admin">{t.admin}</option>
          </Select>
        </Field>
        <Notice>{t.inviteUserNotice}</Notice>
        <OwnCodeField {...code} />
      </div>
    </FormSheet>
  )
}
