import {
  type ListedPerson,
  peopleList,
  personStatusWords,
  seenTimes,
  twoFactorStates,
  twoFactorWords,
  wordOfTwoFactor,
} from '@bitquay/contract/merchants.people'
import { merchantRole, roleWords } from '@bitquay/contract/people'
import { Link } from 'react-router'
import { showList } from '../../frame/list-surface/show-list.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatDate, formatDateTime, formatRelative } from '../../lib/format-date.ts'
import { Badge, type BadgeShape, Tag } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Fact, RowDetail } from '../../ui/list-surface/row-detail.tsx'
import 'list-layout:merchants.people/peopleList.css'
import * as t from './messages.ts'
import { PersonMenu } from './person-menu.tsx'

type Shown = { person: ListedPerson }

const seenNames = { week: t.seenThisWeek, month: t.seenThisMonth, 'long-ago': t.notSeenLately, never: t.never }

/** Everyone who signs in for a merchant, each in a row of their own. */
export const shownPeople = showList(peopleList, {
  everyMs: 30_000,
  summaryEveryMs: 30_000,
  label: t.merchantUsers,
  cells: {
    name: [
      t.name,
      ({ name, email }) => (
        <>
          <span className="who" title={name}>
            {name}
          </span>
          <span className="l2" title={email}>
            {email}
          </span>
        </>
      ),
    ],
    merchant: [
      t.merchant,
      ({ merchantId, storeName }) => (
        <Link className="link ink clip" to={pathTo(portalPaths.admin.merchant, { merchantId })}>
          {storeName}
        </Link>
      ),
    ],
    role: [t.role, ({ role }) => <Tag>{roleWords[role]}</Tag>],
    'two-factor': [t.twoFactorHead, (person) => <TwoFactor person={person} />],
    status: [t.status, (person) => <Status person={person} />],
    seen: [t.lastSeen, (person) => <Seen person={person} />],
    menu: [t.actions, (person) => <PersonMenu person={person} />],
  },
  nameOf: ({ name, storeName }) => t.personOf({ name, store: storeName }),
  views: (summary) => [
    { name: t.all, filters: {}, count: summary?.views.all },
    { name: t.owners, filters: { role: 'owner' }, count: summary?.views.owners },
    { name: t.withoutTwoFactor, filters: { twoFactor: 'off' }, count: summary?.views.twoFactorOff, urgent: true },
    { name: t.invited, filters: { status: 'invited' }, count: summary?.views.invited },
    { name: t.expired, filters: { status: 'expired' }, count: summary?.views.expired, urgent: true },
    { name: t.inactive, filters: { status: 'inactive' }, count: summary?.views.inactive },
  ],
  renderDetail: (person) => <Detail person={person} />,
  searchHint: t.peopleHint,
  count: ({ filtered }) => ({ count: filtered, words: t.peopleCount({ count: filtered }) }),
  loading: t.loadingPeople,
  filteredEmpty: { title: t.noPeopleMatch, sentence: t.noMatch },
  empty: <EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} />,
  failed: { title: t.usersNotLoadedTitle, sentence: t.usersNotLoaded },
})

/** Chips beside the views. */
export const peopleChips = (stores: readonly { merchantId: number; storeName: string }[]) => ({
  merchantId: {
    label: t.merchant,
    options: stores.map(({ merchantId, storeName }) => ({ value: String(merchantId), text: storeName })),
    format: (id: string) => t.merchantNumber({ id }),
  },
  role: { label: t.role, options: merchantRole.options.map((role) => ({ value: role, text: roleWords[role] })) },
  twoFactor: {
    label: t.twoFactorHead,
    options: twoFactorStates.map((state) => ({ value: state, text: twoFactorWords[state] })),
  },
  seen: { label: t.lastSeen, options: seenTimes.map((time) => ({ value: time, text: seenNames[time] })) },
})

const TwoFactor = ({ person }: Shown) => {
  const word = wordOfTwoFactor(person)
  if (word === null) return '—'
  return person.twoFactorEnabled ? word : <Badge shape="dashed">{word}</Badge>
}

const statusShapes: Record<ListedPerson['status'], BadgeShape> = {
  active: 'solid',
  invited: 'dashed',
  expired: 'crossed',
  inactive: 'open',
}

const Status = ({ person: { status } }: Shown) => (
  <Badge shape={statusShapes[status]}>{personStatusWords[status]}</Badge>
)

const Seen = ({ person: { status, lastSeenAt, invitedUntil } }: Shown) => {
  if (lastSeenAt !== null) {
    return (
      <time dateTime={lastSeenAt} title={formatDateTime(lastSeenAt)}>
        {formatRelative(lastSeenAt)}
      </time>
    )
  }
  if (status === 'expired') return t.invitationExpired
  return invitedUntil === null ? t.never : t.expiresOn({ date: formatDate(invitedUntil) })
}

/** What a narrow list leaves out. */
const Detail = ({ person }: Shown) => (
  <RowDetail>
    <Fact span={4} label={t.email}>
      <span className="wrap">{person.email}</span>
    </Fact>
    <Fact span={4} half label={t.role}>
      {roleWords[person.role]}
    </Fact>
    <Fact span={4} half label={t.twoFactorHead}>
      <TwoFactor person={person} />
    </Fact>
    <Fact span={4} half label={t.lastSeen}>
      <Seen person={person} />
    </Fact>
    <Fact span={4} half label={t.added}>
      {formatDate(person.createdAt)}
    </Fact>
  </RowDetail>
)
