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
            title: 'Administrator Invited',
            description: `A link to choose a password is on its way to ${email}.`,
          })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({
            kind: 'bad',
            title: 'Creation Failed',
            description: messageOf(error, 'Failed to invite the administrator'),
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
      title="Invite Administrator"
      purpose="They see all stores and decide about merchants, people and fees. They choose their own password."
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="signal" busy={invite.isPending}>
            {invite.isPending ? 'Inviting...' : 'Send Invitation'}
          </Button>
        </>
      }
    >
      <Field label="Name" error={errors.name}>
        <Input {...register('name')} autoComplete="off" maxLength={120} data-autofocus />
      </Field>
      <Field label="Email" error={errors.email}>
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
      deactivate: `${admin.email} is signed out at once and can no longer administer the platform.`,
      activate: `${admin.email} can administer the platform again.`,
    }}
    action={useChangeAdmin(admin.id)}
    code={useAdminCode()}
    explain={messageOf}
    texts={{
      deactivated: 'Administrator Deactivated',
      activated: 'Administrator Activated',
      failed: 'Failed to change the administrator',
    }}
  />
)
