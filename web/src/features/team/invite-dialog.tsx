import { invitationForm } from '@bitquay/contract/merchants.team'
import { CodeField } from '../../frame/code-field.tsx'
import { helpOn } from '../../frame/help-link.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { findCodeProblem } from '../../lib/check-code.ts'
import { useUser } from '../../lib/session.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { isAboutCode } from './team-dialog.tsx'
import { type Role, useInvite } from './use-team.ts'

type Fields = { name: string; email: string; role: Role; code: string }

const initial: Fields = { name: '', email: '', role: 'user', code: '' }

/** Nobody types a password for somebody else: the link lets them choose it. */
export const InviteDialog = ({ onClose }: { onClose: () => void }) => {
  const { twoFactorEnabled } = useUser()
  const invite = useInvite()
  const { fields, bind, errors, change, setError, submit } = useContractForm(checkInvitation, { initial })
  const send = submit(({ name, email, role, code }) =>
    invite.mutate(
      { name: name.trim(), email: email.trim(), role, twoFactorToken: code },
      {
        onSuccess: (invited) => {
          onClose()
          toast({ title: t.invitedToast, description: t.invitedText({ email: invited.email }) })
        },
        onError: (error) => {
          if (isAboutCode(error)) setError('code', error.message)
          else setError('email', messageOf(error, t.inviteFailed))
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.inviteTitle}
      purpose={t.invitePurpose}
      confirm={t.sendInvitation}
      confirming={t.sending}
      busy={invite.isPending}
      disabled={!twoFactorEnabled}
      onSubmit={send}
    >
      <div className="stack gap-4">
        <Field label={t.nameLabel} error={errors.name}>
          <Input {...bind('name')} autoComplete="off" maxLength={120} data-autofocus />
        </Field>
        <Field label={t.emailLabel} error={errors.email} help={helpOn(invite.error)}>
          <Input {...bind('email')} type="email" autoComplete="off" autoCapitalize="none" spellCheck={false} />
        </Field>
        <Field label={t.roleLabel} hint={fields.role === 'admin' ? t.adminHint : t.userHint}>
          <Select {...bind('role')}>
            <option value="user">{t.user}</option>
            <option value="admin">{t.admin}</option>
          </Select>
        </Field>
        <CodeField
          needed={t.codeNeeded}
          value={fields.code}
          error={errors.code}
          onValueChange={(code) => change('code', code)}
        />
      </div>
    </FormDialog>
  )
}

const checkInvitation = ({ name, email, role, code }: Fields) => {
  const issues = invitationForm.safeParse({ name, email, role }).error?.issues ?? []
  const problemOf = (field: string) => issues.find(({ path }) => path[0] === field)?.message
  return { name: problemOf('name'), email: problemOf('email'), code: findCodeProblem(code) }
}
