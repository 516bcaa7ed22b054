import { incidentForm } from '@bitquay/contract/status'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ImpactFields } from './impact-fields.tsx'
import { IncidentStepFields } from './incident-step-fields.tsx'
import * as t from './messages.ts'
import { useImpacts } from './use-impacts.ts'
import { usePostIncident } from './use-incidents.ts'

export const PostIncidentDialog = ({ onClose }: { onClose: () => void }) => {
  const post = usePostIncident()
  const { impacts, check, ...impactFields } = useImpacts()
  const { bind, errors, submit } = useContractForm(incidentForm, {
    initial: { title: '', state: 'investigating', sentence: '', money: '' },
  })
  const send = submit((incident) => {
    if (!check()) return
    post.mutate(
      { ...incident, impacts },
      {
        onSuccess: () => {
          onClose()
          toast({ title: t.postedToast, description: t.postedNext })
        },
        onError: (error) =>
          toast({ kind: 'bad', title: t.notPostedToast, description: messageOf(error, t.nothingPublished) }),
      },
    )
  })
  return (
    <FormDialog
      title={t.postIncident}
      purpose={t.postPurpose}
      confirm={t.post}
      busy={post.isPending}
      onClose={onClose}
      onSubmit={send}
    >
      <div className="stack gap-5">
        <Field label={t.title} error={errors.title}>
          <Input autoComplete="off" maxLength={120} data-autofocus {...bind('title')} />
        </Field>
        <ImpactFields {...impactFields} />
        <IncidentStepFields state={bind('state')} bind={bind} errors={errors} />
      </div>
    </FormDialog>
  )
}
