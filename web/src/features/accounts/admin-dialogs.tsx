import { type Admin, adminForm } from '@bitquay/contract/admins'
import { ActivationDialog } from '../../frame/activation-dialog.tsx'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
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
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t.inviteAdmin}
      purpose={t.invitePurpose}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" variant="signal" busy={invite.isPending}>
            {invite.isPending ? t.inviting : t.sendInvitation}
          </Button>
        </>
      }
    >
      <Field label={t.name} error={errors.name}>
        <Input {...register('name')} autoComplete="off" maxLength={120} data-autofocus />
      </Field>
      <Field label={t.email} error={errors.email}>
        <Input {...register('email')} type="email" autoComplete="off" spellCheck={false} />
      </Field>
      <OwnCodeField {...code} />
    </Dialog>
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
