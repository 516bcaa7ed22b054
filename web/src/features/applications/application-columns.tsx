import type { Application } from '@bitquay/contract/applications'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatDateTime, formatRelative } from '../../lib/format-date.ts'
import type { DataColumn } from '../../ui/list-surface/data-table.tsx'
import { ApplicationState } from './application-state.tsx'
import * as t from './messages.ts'

export const applicationColumns: readonly DataColumn<Application>[] = [
  {
    name: 'business',
    head: t.businessHead,
    sort: 'name',
    always: true,
    cell: ({ id, businessName, contactName, email }) => (
      <>
        <span className="l1">
          <Link className="who" to={pathTo(portalPaths.admin.application, { applicationId: id })} title={businessName}>
            {businessName}
          </Link>
        </span>
        <span className="l2">{t.contactAt({ name: contactName, email })}</span>
      </>
    ),
  },
  { name: 'type', head: t.typeHead, cell: ({ businessType }) => <span className="clip">{businessType}</span> },
  { name: 'volume', head: t.volumeHead, cell: ({ monthlyVolume }) => <span className="clip">{monthlyVolume}</span> },
  { name: 'status', head: t.statusHead, always: true, cell: ({ status }) => <ApplicationState status={status} /> },
  {
    name: 'date',
    head: t.receivedHead,
    sort: 'date',
    cell: ({ createdAt }) => <span title={formatDateTime(createdAt)}>{formatRelative(createdAt)}</span>,
  },
]
