import type { PlatformBrand } from '@bitquay/contract/platform-brand'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Sums } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { listChanges } from './brand-fields.ts'
import * as t from './messages.ts'
import { usePublish } from './use-platform-brand.ts'

type PublishDialogProps = { published: PlatformBrand; draft: PlatformBrand; onClose: () => void }

/** Shows what changes before everyone sees it. */
export const PublishDialog = ({ published, draft, onClose }: PublishDialogProps) => {
  const code = useAdminCode()
  const publish = usePublish()
  const changes = listChanges(published, draft)
  const send = () =>
    publish.mutate(code.proof, {
      onSuccess: () => {
        onClose()
        toast({ title: t.publishedToast, description: t.publishedShown })
      },
      onError: (error) => {
        if (!code.answered(error))
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.publishFailed) })
      },
    })
  return (
    <FormDialog
      onClose={onClose}
      title={t.publishTitle}
      purpose={t.publishPurpose}
      confirm={t.publish}
      confirming={t.publishing}
      busy={publish.isPending}
      onSubmit={send}
    >
      <div className="stack gap-5">
        {changes.length === 0 ? (
          <p className="muted">{t.noChanges}</p>
        ) : (
          <section aria-label={t.changes}>
            <Sums
              rows={changes.map(({ name, from, to }) => ({
                name,
                value: (
                  <span className="break-all">
                    <span className="quiet">{from} → </span>
                    {to}
                  </span>
                ),
              }))}
            />
          </section>
        )}
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
  )
}
