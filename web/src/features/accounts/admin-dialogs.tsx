import { type Admin, adminForm } from '@bitquay/contract/accounts.admins'
import { ActivationDialog } from '../../frame/activation-dialog.tsx'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useChangeAdmin, useInviteAdmin } from './use-people.ts'

export const InviteAdminDialog = ({ onClose }: { onClose: () => void }) => {
  const invite = useInviteAdmin()
  const code = useAdminCode()
  const { register, submit, errors } = useContractForm(adminForm, { initial: { name: '', email: '' } })
  const save = submit((fields) =>
    invite.mutate(
      { ...fields, ...code.proof },
      {
        onSuccess: ({ email }) => {
          onClose()
          toast({
            title: t.invitedToast,
            description: t.invitedNext({ email }),
          })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({
            kind: 'bad',
            title: t.inviteFailedToast,
            description: messageOf(error, t.inviteFailed),
          })
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.inviteAdmin}
      purpose={t.invitePurpose}
      confirm={t.sendInvitation}
      confirming={t.inviting}
      busy={invite.isPending}
      onSubmit={save}
    >
      <Field label={t.name} error={errors.name}>
        <Input {...register('name')} autoComplete="off" maxLength={120} data-autofocus />
      </Field>
      <Field label={t.email} error={errors.email}>
        <Input {...register('email')} type="email" autoComplete="off" spellCheck={false} />
      </Field>
      <OwnCodeField {...code} />
    </FormDialog>
  )
}

export const ChangeAdminDialog = ({ admin, onClose }: { admin: Admin; onClose: () => void }) => (
  <ActivationDialog
    onClose={onClose}
    name={admin.name}
    isActive={admin.isActive}
    purpose={{
      deactivate: t.deactivatePurpose({ email: admin.email }),
      activate: t.activatePurpose({ email: admin.email }),
    }}
    action={useChangeAdmin(admin.id)}
    code={useAdminCode()}
    explain={messageOf}
    texts={{
      deactivated: t.adminDeactivated,
      activated: t.adminActivated,
      failed: t.changeFailed,
    }}
  />
)
