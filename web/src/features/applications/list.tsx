import { applicationList } from '@bitquay/contract/applications.admin'
import { applicationStatuses, applicationStatusWords } from '@bitquay/contract/applications.words'
import { Link } from 'react-router'
import { showList } from '../../frame/list-surface/show-list.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatDateTime, formatRelative } from '../../lib/format-date.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import './application-list.css'
import 'list-layout:applications.admin/applicationList.css'
import { ApplicationState } from './application-state.tsx'
import * as t from './messages.ts'

const statuses = applicationStatuses.map((value) => ({ value, text: applicationStatusWords[value] }))

export const shownApplications = showList(applicationList, {
  label: t.listTitle,
  cells: {
    business: [
      t.businessHead,
      ({ id, businessName, contactName, email }) => (
        <>
          <span className="l1">
            <Link
              className="who"
              to={pathTo(portalPaths.admin.application, { applicationId: id })}
              title={businessName}
            >
              {businessName}
            </Link>
          </span>
          <span className="l2">{t.contactAt({ name: contactName, email })}</span>
        </>
      ),
    ],
    type: [t.typeHead, ({ businessType }) => <span className="clip">{businessType}</span>],
    volume: [t.volumeHead, ({ monthlyVolume }) => <span className="clip">{monthlyVolume}</span>],
    status: [t.statusHead, ({ status }) => <ApplicationState status={status} />],
    date: [
      t.receivedHead,
      ({ createdAt }) => <span title={formatDateTime(createdAt)}>{formatRelative(createdAt)}</span>,
    ],
  },
  nameOf: ({ businessName }) => businessName,
  views: (summary) => [
    { name: t.all, filters: {} },
    ...statuses.map(({ value, text }) => ({
      name: text,
      filters: { status: value },
      count: summary?.statuses[value],
    })),
  ],
  chips: { status: { label: t.statusHead, options: statuses } },
  searchHint: t.searchHint,
  count: ({ filtered }) => ({ count: filtered, words: t.rowCount({ count: filtered }) }),
  loading: t.loadingApplications,
  empty: <EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} />,
  filteredEmpty: { title: t.noMatchTitle, sentence: t.noMatch },
  failed: { title: t.notLoadedTitle, sentence: t.notLoaded },
})
