import { findLegalProblems, type LegalTexts } from '@bitquay/contract/legal-text'
import type { PlatformBrand } from '@bitquay/contract/platform-brand'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useNow } from '../../lib/use-now.ts'
import { Sums } from '../../ui/card.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { listChanges, listLegalChanges } from './brand-fields.ts'
import * as t from './messages.ts'
import { usePublish } from './use-platform-brand.ts'

type Version = { brand: PlatformBrand; legal: LegalTexts }
type PublishDialogProps = { published: Version; draft: Version; onClose: () => void }

/** Shows what changes before everyone sees it. */
export const PublishDialog = ({ published, draft, onClose }: PublishDialogProps) => {
  const code = useAdminCode()
  const now = useNow(60_000)
  const publish = usePublish()
  const legalChanges = listLegalChanges(published.legal, draft.legal)
  const changes = [...listChanges(published.brand, draft.brand), ...legalChanges]
  const problems = findLegalProblems({
    before: published.legal,
    after: draft.legal,
    domain: draft.brand.domain,
    today: now.toISOString().slice(0, 10),
  })
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
      purpose={legalChanges.length > 0 ? t.publishLegalPurpose : t.publishPurpose}
      confirm={t.publish}
      confirming={t.publishing}
      busy={publish.isPending}
      disabled={problems.length > 0}
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
        {problems.length > 0 && (
          <Notice kind="bad">
            <ul>
              {problems.slice(0, 5).map(({ path, message }) => (
                <li key={path + message}>
                  {t.legalProblem({ title: path.includes('terms') ? t.terms : t.privacyPolicy, problem: message })}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
  )
}
