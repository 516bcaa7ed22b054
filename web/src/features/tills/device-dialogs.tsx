import type { Till, TillDevice } from '@bitquay/contract/tills'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { LinkDialog } from './link-dialog.tsx'
import * as t from './messages.ts'
import { useAddDevice, useRevokeDevice } from './use-tills.ts'

/** Names a device, then shows the link that connects it, once. */
export const AddDeviceDialog = ({ till, onClose }: { till: Till; onClose: () => void }) => {
  const add = useAddDevice(till.id)
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const link = add.data?.link
  if (link !== undefined) {
    return (
      <LinkDialog
        title={t.linkTitle}
        purpose={t.linkPurpose}
        label={t.linkLabel}
        codeLabel={t.linkCode}
        warning={t.linkOnce}
        link={link}
        onClose={onClose}
      />
    )
  }
  const create = () => add.mutate({ name }, { onError: (error) => setProblem(messageOf(error, t.deviceFailed)) })
  return (
    <FormDialog
      onClose={onClose}
      title={t.addDevice}
      purpose={t.linkPurpose}
      confirm={t.createLink}
      busy={add.isPending}
      onSubmit={create}
    >
      <Field label={t.deviceName} hint={t.deviceNameHint} error={problem}>
        <Input
          data-autofocus
          maxLength={60}
          value={name}
          onChange={({ target }) => {
            setName(target.value)
            setProblem(undefined)
          }}
        />
      </Field>
    </FormDialog>
  )
}

type RevokeProps = { till: Till; device: TillDevice; onClose: () => void }

export const RevokeDeviceDialog = ({ till, device, onClose }: RevokeProps) => {
  const revoke = useRevokeDevice(till.id, device.id)
  const confirm = () =>
    revoke.mutate(undefined, {
      onSuccess: onClose,
      onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.revokeFailed) }),
    })
  return (
    <FormDialog
      onClose={onClose}
      title={t.revokeTitle({ name: device.name })}
      purpose={t.revokePurpose}
      confirm={t.revokeDevice}
      cancel={t.keep}
      bad
      busy={revoke.isPending}
      onSubmit={confirm}
    >
      <p className="mono small quiet">/pos/{till.slug}</p>
    </FormDialog>
  )
}
