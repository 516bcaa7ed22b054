import type { ApplicationDetails, InformationRequest } from '@bitquay/contract/applications.requests'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { writeFields } from './field-names.ts'
import * as t from './messages.ts'
import { useCancelRequest } from './use-applications.ts'

type OpenRequestProps = { application: ApplicationDetails; request: InformationRequest }

/** What the applicant has still to answer, and the way to stop waiting for it. */
export const OpenRequest = ({ application, request }: OpenRequestProps) => {
  const [asked, setAsked] = useState(false)
  const cancel = useCancelRequest(application.id)
  const close = () => setAsked(false)
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        close()
        toast({ title: t.requestCanceledToast, description: application.businessName })
      },
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.cancelFailed) }),
    })
  return (
    <div className="stack gap-3 at-left">
      <Notice kind="wait">
        <b>{t.openRequest({ fields: writeFields(request.fields) })}</b>
        <p>{t.openRequestDates({ sent: formatDate(request.requestedAt), expires: formatDate(request.expiresAt) })}</p>
      </Notice>
      <Button size="sm" onClick={() => setAsked(true)}>
        {t.cancelRequest}
      </Button>
      {asked && (
        <FormDialog
          onClose={close}
          title={t.cancelRequest}
          purpose={t.cancelPurpose}
          confirm={t.cancelRequest}
          confirming={t.cancelingRequest}
          bad
          busy={cancel.isPending}
          onSubmit={confirm}
        />
      )}
    </div>
  )
}
