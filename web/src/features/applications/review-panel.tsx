import type { ApplicationDetails, CorrectableField } from '@bitquay/contract/applications.requests'
import { useState } from 'react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Sums } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { listSteps } from './application-history.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { writeFields } from './field-names.ts'
import * as t from './messages.ts'
import { OpenRequest } from './open-request.tsx'
import { RequestForm } from './request-form.tsx'
import { countRequirements, type Requirement } from './requirements.ts'
import '../../ui/timeline.css'

type Shown = { application: ApplicationDetails }
type Picking = { picked: readonly CorrectableField[]; onPick: (field: CorrectableField) => void; onSent: () => void }

/** Where an application is asked about and decided, and what has happened so far. */
export const ReviewPanel = ({
  application,
  requirements,
  ...picking
}: Shown & Picking & { requirements: readonly Requirement[] }) => {
  const open = application.requests.find(({ status }) => status === 'open')
  return (
    <section className="card review-panel lined" aria-label={t.decision}>
      <Meter requirements={requirements} />
      {application.status === 'pending' ? (
        <>
          <div className="part stack gap-3">
            {open && <OpenRequest application={application} request={open} />}
            <RequestForm application={application} {...picking} />
            <EditDetails application={application} />
          </div>
          <Decide application={application} isAsking={picking.picked.length > 0} />
        </>
      ) : (
        <Decision application={application} />
      )}
      <History application={application} drafted={picking.picked.length} />
    </section>
  )
}

/** A block for each requirement: solid, dashed or crossed, as in its row. */
const Meter = ({ requirements }: { requirements: readonly Requirement[] }) => {
  const { met, missing, toClarify, total } = countRequirements(requirements)
  const blocks = [
    ...Array<string>(met).fill('met'),
    ...Array<string>(toClarify).fill('to-clarify'),
    ...Array<string>(missing).fill('missing'),
  ]
  return (
    <div className="part stack gap-3">
      <h2 className="strong text-base">{t.requirementsMet({ met: String(met), total: String(total) })}</h2>
      <div className="requirement-meter flex" aria-hidden="true">
        {blocks.map((state, index) => (
          <i key={index} className={state} />
        ))}
      </div>
      <p className="hint">{writeRest(missing, toClarify)}</p>
    </div>
  )
}

const writeRest = (missing: number, toClarify: number): string => {
  if (missing > 0 && toClarify > 0)
    return t.missingAndToClarify({ missing: String(missing), toClarify: String(toClarify) })
  if (missing > 0) return t.someMissing({ count: String(missing) })
  return toClarify > 0 ? t.someToClarify({ count: String(toClarify) }) : t.nothingLeft
}

const EditDetails = ({ application }: Shown) => {
  const [isEditing, setIsEditing] = useState(false)
  return (
    <p className="hint">
      {t.editDetailsHint}{' '}
      <button type="button" className="link" onClick={() => setIsEditing(true)}>
        {t.editDetails}
      </button>
      {isEditing && <DetailsDialog application={application} onClose={() => setIsEditing(false)} />}
    </p>
  )
}

const Decide = ({ application, isAsking }: Shown & { isAsking: boolean }) => {
  const [deciding, setDeciding] = useState<'approved' | 'rejected'>()
  const open = application.requests.find(({ status }) => status === 'open')
  return (
    <div className="part stack gap-3">
      <h3 className="text-md strong">{t.decide}</h3>
      <div className="decide stack gap-2">
        <Button
          // Sending the request is the next step while one is being written.
          variant={isAsking ? 'line' : 'signal'}
          disabled={open !== undefined}
          aria-describedby={open && 'approve-reason'}
          onClick={() => setDeciding('approved')}
        >
          {t.approve}
        </Button>
        <Button variant="bad" onClick={() => setDeciding('rejected')}>
          {t.reject}
        </Button>
      </div>
      {open && (
        <p className="hint" id="approve-reason">
          {t.approveWaits({ fields: writeFields(open.fields) })}
        </p>
      )}
      {deciding && (
        <DecisionDialog application={application} status={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </div>
  )
}

const Decision = ({ application }: Shown) => (
  <div className="part stack gap-3">
    <h3 className="text-md strong">{t.decision}</h3>
    <Sums
      rows={[
        { name: t.reviewed, value: application.reviewedAt ? formatDateTime(application.reviewedAt) : '—' },
        { name: t.reviewedBy, value: application.reviewedBy ?? '—' },
        ...(application.merchantId === null
          ? []
          : [
              {
                name: t.merchant,
                value: (
                  <Link
                    className="link"
                    to={pathTo(portalPaths.admin.merchant, { merchantId: application.merchantId })}
                  >
                    {application.businessName}
                  </Link>
                ),
              },
            ]),
      ]}
    />
    <h3 className="text-md strong">{t.notes}</h3>
    <p className="muted breaks as-typed">{application.reviewNotes ?? t.noNotes}</p>
  </div>
)

const History = ({ application, drafted }: Shown & { drafted: number }) => (
  <div className="part stack gap-3">
    <h3 className="text-md strong">{t.history}</h3>
    <ol className="timeline stack">
      {drafted > 0 && (
        <li className="is-open">
          <b className="strong">{t.draftRequest({ count: drafted })}</b>
          <span className="when block small quiet">{t.youNow}</span>
        </li>
      )}
      {listSteps(application).map(({ at, title, who, message, isOpen }) => (
        <li key={`${at} ${title}`} className={classNames(isOpen && 'is-open')}>
          <b className="strong">{title}</b>
          <span className="when block small quiet" title={formatDateTime(at)}>
            {who ? t.byAt({ who, when: formatActivity(at) }) : formatActivity(at)}
          </span>
          {message && <p className="muted breaks small as-typed">{message}</p>}
        </li>
      ))}
    </ol>
  </div>
)
