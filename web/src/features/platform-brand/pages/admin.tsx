import type { BrandOffice } from '@bitquay/contract/platform-brand.admin'
import { Eye, Megaphone } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../../frame/page.tsx'
import { messageOf } from '../../../lib/api-error.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { BrandForm } from '../brand-form.tsx'
import * as t from '../messages.ts'
import { PublishDialog } from '../publish-dialog.tsx'
import { useBrandOffice, useDiscardDraft, usePreview } from '../use-platform-brand.ts'

const BrandPage = () => {
  const reading = useBrandOffice()
  const [publishing, setPublishing] = useState(false)
  const office = reading.data
  const draft = office?.draft
  return (
    <Page actions={<Actions hasDraft={Boolean(draft)} onPublish={() => setPublishing(true)} />}>
      {office ? (
        <>
          <div className="span-all">
            <Notice>{describe(office)}</Notice>
          </div>
          <BrandForm office={office} />
        </>
      ) : reading.isError ? (
        <LoadError card prominent title={t.notLoadedTitle} sentence={t.notLoaded} reading={reading} />
      ) : (
        <Card title={t.identity}>
          <SkeletonLines lines={8} />
        </Card>
      )}
      {office && draft && publishing && (
        <PublishDialog
          published={{ brand: office.published, legal: office.publishedLegal }}
          draft={draft}
          onClose={() => setPublishing(false)}
        />
      )}
    </Page>
  )
}

const describe = ({ draft, history: [last] }: BrandOffice) => {
  if (draft) return t.draftBy({ person: draft.savedBy, date: formatDateTime(draft.savedAt) })
  return last ? t.publishedBy({ person: last.publishedBy, date: formatDateTime(last.publishedAt) }) : t.neverChanged
}

const Actions = ({ hasDraft, onPublish }: { hasDraft: boolean; onPublish: () => void }) => {
  const preview = usePreview()
  const discard = useDiscardDraft()
  const open = () =>
    preview.mutate(undefined, {
      onSuccess: ({ url }) => window.open(url, '_blank', 'noopener'),
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.previewFailed) }),
    })
  return (
    <>
      {hasDraft && (
        <>
          <Button
            busy={discard.isPending}
            onClick={() => discard.mutate(undefined, { onSuccess: () => toast({ title: t.discardedToast }) })}
          >
            {t.discardDraft}
          </Button>
          <Button icon={<Eye className="ico" aria-hidden="true" />} busy={preview.isPending} onClick={open}>
            {t.openPreview}
          </Button>
        </>
      )}
      <Button
        variant="signal"
        icon={<Megaphone className="ico" aria-hidden="true" />}
        disabled={!hasDraft}
        title={hasDraft ? undefined : t.saveFirst}
        onClick={onPublish}
      >
        {t.publish}
      </Button>
    </>
  )
}

export default BrandPage
