import { apiScopes } from '@bitquay/contract/call'
import { useState } from 'react'
import { CodeField, CodeNeeded } from '../../frame/code-field.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { useUser } from '../../lib/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, MoneyInput, Select, Textarea } from '../../ui/input.tsx'
import { Notice } from '../../ui/notice.tsx'
import { emptyKeyForm, findKeyProblems, type KeyForm, type KeyProblems, movesMoney, toNewKey } from './key-form.ts'
import * as t from './messages.ts'
import { scopeWords } from './scope-words.ts'
import { useCreateApiKey } from './use-api-keys.ts'

type CreateKeyDialogProps = {
  onClose: () => void
  onCreated: (key: string) => void
}

/** Name, scopes, and the fences around them. */
export const CreateKeyDialog = ({ onClose, onCreated }: CreateKeyDialogProps) => {
  const { twoFactorEnabled } = useUser()
  const create = useCreateApiKey()
  const {
    fields: form,
    errors: problems,
    change,
    setError,
    submit,
  } = useContractForm(findKeyProblems, { initial: emptyKeyForm })
  const [refusal, setRefusal] = useState<string>()
  const set: Set = (name, value) => {
    change(name, value)
    setRefusal(undefined)
  }
  const save = submit((checked) =>
    create.mutate(toNewKey(checked), {
      onSuccess: ({ key }) => {
        onClose()
        onCreated(key)
      },
      onError: (error) => {
        const message = messageOf(error, t.createFailed)
        const field = fieldOf(error)
        if (field) setError(field, message)
        else setRefusal(message)
      },
    }),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.createKey}
      purpose={t.createPurpose}
      confirm={t.create}
      confirming={t.creating}
      busy={create.isPending}
      disabled={movesMoney(form) && !twoFactorEnabled}
      onSubmit={save}
    >
      <div className="stack gap-5">
        {refusal && <Notice kind="bad">{refusal}</Notice>}
        <Field label={t.name} hint={t.nameHint} error={problems.name}>
          <Input
            data-autofocus
            maxLength={80}
            value={form.name}
            onChange={(event) => set('name', event.target.value)}
          />
        </Field>
        <ScopeChoice form={form} set={set} problem={problems.scopes} />
        {movesMoney(form) && (
          <SendingFields form={form} set={set} problems={problems} twoFactorEnabled={twoFactorEnabled} />
        )}
        <Field label={t.restrict} optional hint={t.restrictHint} error={problems.allowedSources}>
          <Textarea
            rows={2}
            className="mono"
            spellCheck={false}
            value={form.allowedSources}
            onChange={(event) => set('allowedSources', event.target.value)}
          />
        </Field>
        <Field label={t.expires}>
          <Select value={form.expiresInDays} onChange={(event) => set('expiresInDays', event.target.value)}>
            <option value="">{t.never}</option>
            <option value="30">{t.inMonth}</option>
            <option value="90">{t.inQuarter}</option>
            <option value="365">{t.inYear}</option>
          </Select>
        </Field>
      </div>
    </FormDialog>
  )
}

type Set = <Name extends keyof KeyForm>(name: Name, value: KeyForm[Name]) => void

const ScopeChoice = ({ form, set, problem }: { form: KeyForm; set: Set; problem: string | undefined }) => (
  <fieldset className="scope-choice stack">
    <legend className="strong">{t.scopes}</legend>
    {apiScopes.map((scope) => (
      <label className="stack at-top auto-rest gap-y-0 gap-x-3" key={scope}>
        <input
          type="checkbox"
          checked={form.scopes.includes(scope)}
          onChange={({ target }) =>
            set('scopes', target.checked ? [...form.scopes, scope] : form.scopes.filter((other) => other !== scope))
          }
        />
        <span className="name strong">
          {scopeWords[scope].name} <span className="mono quiet small">{scope}</span>
        </span>
        <span className="muted small">{scopeWords[scope].sentence}</span>
      </label>
    ))}
    {problem && (
      <span className="err" role="alert">
        {problem}
      </span>
    )}
  </fieldset>
)

type SendingFieldsProps = { form: KeyForm; set: Set; problems: KeyProblems; twoFactorEnabled: boolean }

const SendingFields = ({ form, set, problems, twoFactorEnabled }: SendingFieldsProps) =>
  twoFactorEnabled ? (
    <div className="stack gap-5">
      {form.scopes.includes('withdrawals') && (
        <Field label={t.addresses} hint={t.addressesHint} error={problems.withdrawalAddresses}>
          <Textarea
            rows={3}
            className="mono"
            spellCheck={false}
            value={form.withdrawalAddresses}
            onChange={(event) => set('withdrawalAddresses', event.target.value)}
          />
        </Field>
      )}
      {form.scopes.includes('refunds') && (
        <Field label={t.limit} optional hint={t.limitHint} error={problems.dailyRefundLimitUsd}>
          <MoneyInput
            placeholder="0.00"
            value={form.dailyRefundLimitUsd}
            onChange={(event) => set('dailyRefundLimitUsd', event.target.value)}
          />
        </Field>
      )}
      <CodeField
        value={form.twoFactorToken}
        onValueChange={(value) => set('twoFactorToken', value)}
        hint={t.codeHint}
        error={problems.twoFactorToken}
      />
    </div>
  ) : (
    <CodeNeeded sentence={t.codeNeeded} setUpAt={portalPaths.merchant.security} />
  )

/** Which field a refusal is about. */
const fieldOf = (error: unknown): keyof KeyForm | undefined => {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'invalid-verification-code') return 'twoFactorToken'
  if (error.code === 'invalid-address') return 'withdrawalAddresses'
  const [path] = (error.fields[0]?.path ?? '').split('.')
  return path && path in emptyKeyForm ? (path as keyof KeyForm) : undefined
}
