import type { Incident } from '@bitquay/contract/status'
import { incidentResolutionForm } from '@bitquay/contract/status'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { IncidentStepFields } from './incident-step-fields.tsx'
import * as t from './messages.ts'
import { useResolveIncident } from './use-incidents.ts'

type ResolveIncidentDialogProps = { incident: Incident; onClose: () => void }

export const ResolveIncidentDialog = ({ incident, onClose }: ResolveIncidentDialogProps) => {
  const resolve = useResolveIncident()
  const { bind, errors, submit } = useContractForm(incidentResolutionForm, {
    initial: { sentence: '', money: incident.updates[0]?.money ?? '', changed: '' },
  })
  const send = submit((body) =>
    resolve.mutate(
      { id: incident.id, body },
      {
        onSuccess: () => {
          onClose()
          toast({ title: t.resolvedToast, description: t.postedNext })
        },
        onError: (error) =>
          toast({ kind: 'bad', title: t.notPostedToast, description: messageOf(error, t.nothingPublished) }),
      },
    ),
  )
  return (
    <FormDialog
      title={t.resolveIncident}
      purpose={incident.title}
      confirm={t.resolve}
      busy={resolve.isPending}
      onClose={onClose}
      onSubmit={send}
    >
      <div className="stack gap-5">
        <IncidentStepFields bind={bind} errors={errors} />
        <Field label={t.whatYouChanged} hint={t.whatYouChangedHint} error={errors.changed}>
          <Textarea rows={3} maxLength={500} {...bind('changed')} />
        </Field>
      </div>
    </FormDialog>
  )
}
