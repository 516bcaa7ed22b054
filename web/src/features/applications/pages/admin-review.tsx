import type { ApplicationDetails, CorrectableField } from '@bitquay/contract/applications.requests'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { pathTo } from '../../../frame/screens.ts'
import { UnreadPage } from '../../../frame/unread-page.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ApplicationState } from '../application-state.tsx'
import * as t from '../messages.ts'
import { RequirementCard } from '../requirement-card.tsx'
import { groupRequirements } from '../requirements.ts'
import '../review.css'
import { computeDeadline } from '../review-deadline.ts'
import { ReviewPanel } from '../review-panel.tsx'
import { useApplication } from '../use-applications.ts'

const ReviewPage = () => {
  const { applicationId = '' } = useParams()
  if (!/^[1-9]\d{0,8}$/.test(applicationId)) return <Missing />
  // A draft belongs to one application.
  return <OneApplication key={applicationId} id={Number(applicationId)} />
}

const OneApplication = ({ id }: { id: number }) => {
  const query = useApplication(id)
  const { data: application, error } = query
  if (application) return <Review application={application} />
  if (error instanceof ApiError && error.status === 404) return <Missing />
  const failed = { title: t.oneNotLoadedTitle, sentence: t.notLoaded }
  return <UnreadPage title={t.application} failed={failed} query={query} />
}

const Review = ({ application }: { application: ApplicationDetails }) => {
  const [picked, setPicked] = useState<readonly CorrectableField[]>([])
  const pick = (field: CorrectableField) =>
    setPicked((before) => (before.includes(field) ? before.filter((other) => other !== field) : [...before, field]))
  const groups = groupRequirements(application)
  const isPending = application.status === 'pending'
  return (
    <>
      <BackToList />
      <Page
        title={application.businessName}
        sentence={<Deadline application={application} />}
        actions={
          <>
            <ApplicationState status={application.status} />
            <Neighbor id={application.previousPendingId}>
              <ChevronLeft className="ico" aria-hidden="true" />
              {t.previousApplication}
            </Neighbor>
            <Neighbor id={application.nextPendingId}>
              {t.nextApplication}
              <ChevronRight className="ico" aria-hidden="true" />
            </Neighbor>
          </>
        }
      >
        <div className="c12 review stack at-top gap-5">
          <div className="review-groups stack columns-1 gap-5">
            {groups.map((group) => (
              <RequirementCard
                key={group.title}
                group={group}
                picked={isPending ? picked : []}
                onPick={isPending ? pick : undefined}
              />
            ))}
          </div>
          <ReviewPanel
            application={application}
            requirements={groups.flatMap(({ requirements }) => requirements)}
            picked={isPending ? picked : []}
            onPick={pick}
            onSent={() => setPicked([])}
          />
        </div>
      </Page>
    </>
  )
}

const BackToList = () => (
  <p className="review-crumb small">
    <Link className="link" to={portalPaths.admin.applications}>
      {t.pageTitle}
    </Link>
  </p>
)

const Deadline = ({ application }: { application: ApplicationDetails }) => {
  const now = useNow(60_000)
  const applied = formatDateTime(application.createdAt)
  if (application.status !== 'pending') return t.applied({ applied })
  const { dueAt, pausedHours, isPaused } = computeDeadline(application, now)
  if (isPaused) return t.appliedPaused({ applied })
  const due = formatDateTime(dueAt)
  return pausedHours > 0
    ? t.appliedDueAfterPause({ applied, due, hours: String(pausedHours) })
    : t.appliedDue({ applied, due })
}

/** Leads to the pending application before or after this one. */
const Neighbor = ({ id, children }: { id: number | null; children: ReactNode }) =>
  id === null ? (
    <Button disabled>{children}</Button>
  ) : (
    <ButtonLink to={pathTo(portalPaths.admin.application, { applicationId: id })}>{children}</ButtonLink>
  )

const Missing = () => (
  <Page title={t.application}>
    <EmptyState
      scene="berths"
      title={t.notFoundTitle}
      actions={<ButtonLink to={portalPaths.admin.applications}>{t.backToList}</ButtonLink>}
    />
  </Page>
)

export default ReviewPage
