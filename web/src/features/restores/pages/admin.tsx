import type { RestoreView } from '@bitquay/contract/restores'
import { Page } from '../../../frame/page.tsx'
import { requestCodeOf } from '../../../lib/api-error.ts'
import { formatDateTime, formatTime } from '../../../lib/format-date.ts'
import { formatCount } from '../../../lib/format-number.ts'
import { Beside } from '../../../ui/beside.tsx'
import { Card } from '../../../ui/card.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { DoneSection } from '../done-section.tsx'
import { KeysSection } from '../keys-section.tsx'
import * as t from '../messages.ts'
import { MoneySections } from '../money/money-sections.tsx'
import { PeopleSection } from '../people-section.tsx'
import { countItems, ResumeCard } from '../resume-card.tsx'
import { useRestore } from '../use-restore.ts'
import '../restores.css'

/** After a restore: what it brought back and nobody can trust, item by item. The only way to resume payouts. */
const RestorePage = () => {
  const { data, isError, error, isFetching, refetch } = useRestore()
  const restore = data?.restore
  return (
    <Page
      sentence={
        restore &&
        t.restoredAt({ restoredAt: formatDateTime(restore.restoredAt), backupAt: formatDateTime(restore.backupAt) })
      }
    >
      {restore ? (
        <Review restore={restore} />
      ) : data ? (
        <Card title={t.noneTitle}>{t.none}</Card>
      ) : isError ? (
        <LoadError
          card
          prominent
          title={t.loadFailedTitle}
          sentence={t.loadFailed}
          code={requestCodeOf(error)}
          reading={{ isFetching, refetch }}
        />
      ) : (
        <Card title={t.people}>
          <SkeletonLines lines={8} />
        </Card>
      )}
    </Page>
  )
}

const Review = ({ restore }: { restore: RestoreView }) => {
  const { finishedAt, isReviewer, backupAt, parts } = restore
  const { total, left } = countItems(parts)
  return (
    <>
      <div className="c12 stack gap-4">
        {finishedAt === null ? (
          <Notice kind="wait">
            <b>{t.paused({ left: formatCount(left), total: formatCount(total) })}</b>
            <p>{t.pausedText}</p>
          </Notice>
        ) : (
          <Notice kind="ok">
            <b>{t.finished({ date: formatDateTime(finishedAt) })}</b>
            <p>{t.finishedText}</p>
          </Notice>
        )}
        {finishedAt === null && !isReviewer && <Notice>{t.otherReviewer}</Notice>}
      </div>
      <Beside
        main={
          <>
            <PeopleSection restore={restore} />
            <MoneySections restore={restore} />
            {finishedAt === null && <KeysSection restore={restore} />}
            <DoneSection restore={restore} />
          </>
        }
        aside={
          <>
            {finishedAt === null && <ResumeCard restore={restore} />}
            <Card title={t.why}>
              <p className="small muted">{t.whyText({ time: formatTime(backupAt) })}</p>
              <p className="small muted mt-2">{t.whyKept}</p>
            </Card>
          </>
        }
      />
    </>
  )
}

export default RestorePage
