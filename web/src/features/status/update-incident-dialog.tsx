import type { Incident } from '@bitquay/contract/status'
import { incidentUpdateForm } from '@bitquay/contract/status'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ImpactFields } from './impact-fields.tsx'
import { IncidentStepFields } from './incident-step-fields.tsx'
import * as t from './messages.ts'
import { useImpacts } from './use-impacts.ts'
import { useUpdateIncident } from './use-incidents.ts'

type UpdateIncidentDialogProps = { incident: Incident; onClose: () => void }

export const UpdateIncidentDialog = ({ incident, onClose }: UpdateIncidentDialogProps) => {
  const { id, state, title, updates } = incident
  const update = useUpdateIncident()
  const { impacts, check, ...impactFields } = useImpacts(incident.impacts)
  const { bind, errors, submit } = useContractForm(incidentUpdateForm, {
    initial: { state: state === 'resolved' ? 'monitoring' : state, sentence: '', money: updates[0]?.money ?? '' },
  })
  const send = submit((step) => {
    if (!check()) return
    update.mutate(
      { id, body: { ...step, impacts } },
      {
        onSuccess: () => {
          onClose()
          toast({ title: t.updatedToast, description: t.postedNext })
        },
        onError: (error) =>
          toast({ kind: 'bad', title: t.notPostedToast, description: messageOf(error, t.nothingPublished) }),
      },
    )
  })
  return (
    <FormDialog
      title={t.postUpdate}
      purpose={title}
      confirm={t.post}
      busy={update.isPending}
      onClose={onClose}
      onSubmit={send}
    >
      <div className="stack gap-5">
        <IncidentStepFields state={bind('state')} bind={bind} errors={errors} />
        <ImpactFields {...impactFields} />
      </div>
    </FormDialog>
  )
}
