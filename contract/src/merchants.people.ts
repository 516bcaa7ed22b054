import { z } from 'zod'
import { declareList } from './lists.ts'
import { merchantRole, roleWords } from './people.ts'
import { id, timestamp } from './scalars.ts'

/** `expired`: was invited, and the link doesn't work anymore. */
export const personStatuses = ['active', 'invited', 'expired', 'inactive'] as const
export const twoFactorStates = ['on', 'off'] as const

/** The words of the screen. */
export const personStatusWords: Record<(typeof personStatuses)[number], string> = {
  active: 'Active',
  invited: 'Invited',
  expired: 'Expired',
  inactive: 'Inactive',
}
export const twoFactorWords: Record<(typeof twoFactorStates)[number], string> = { on: 'On', off: 'Off' }

/** Nothing for those who haven't joined. */
export const wordOfTwoFactor = ({
  status,
  twoFactorEnabled,
}: Pick<ListedPerson, 'status' | 'twoFactorEnabled'>): string | null =>
  status === 'active' || status === 'inactive' ? twoFactorWords[twoFactorEnabled ? 'on' : 'off'] : null
/** Seen in the last 7 or 30 days, not for 60 days, or never. */
export const seenTimes = ['week', 'month', 'long-ago', 'never'] as const

/** For so many days someone may not be seen before admins are shown that. */
export const unseenDays = 60

const listedPerson = z.strictObject({
  /** Its place in the list. `kind` and `personId` say who it is. */
  id: z.number().int(),
  kind: z.enum(['merchant', 'merchant-user']),
  personId: id,
  merchantId: id,
  storeName: z.string(),
  name: z.string(),
  email: z.string(),
  role: merchantRole,
  status: z.enum(personStatuses),
  twoFactorEnabled: z.boolean(),
  lastSeenAt: timestamp.nullable(),
  /** Until when the invitation works. Null if there is none, or if it has run out. */
  invitedUntil: timestamp.nullable(),
  createdAt: timestamp,
})
export type ListedPerson = z.infer<typeof listedPerson>

const count = z.number().int()

/** Everyone who signs in for a merchant. */
export const peopleList = declareList({
  name: 'people',
  audience: 'admin',
  path: '/api/admin/people',
  row: listedPerson,
  longIds: true,
  filters: {
    search: { kind: 'text', longest: 200 },
    merchantId: { kind: 'id', as: 'merchant' },
    role: { kind: 'one-of', values: merchantRole.options },
    status: { kind: 'one-of', values: personStatuses },
    twoFactor: { kind: 'one-of', values: twoFactorStates, description: 'Only people who have joined.' },
    seen: {
      kind: 'one-of',
      values: seenTimes,
      description: 'Seen in the last 7 or 30 days, not for 60 days, or never.',
    },
  },
  sorts: ['seen', 'name', 'date'],
  columns: {
    name: { width: 'minmax(11rem, 1.6fr)', area: 'n', sort: 'name', always: true },
    merchant: { width: 'minmax(8rem, 1fr)', area: 'm', always: true },
    role: { width: '5.5rem', below: { 640: null } },
    'two-factor': { width: '5rem', below: { 760: null } },
    status: { width: '7rem', area: 's', always: true },
    seen: { width: '8rem', below: { 900: null }, sort: 'seen' },
    menu: { width: '2.75rem', area: 'a', quietHead: true, always: true },
  },
  // Two lines: name and menu, then merchant and status.
  block: { below: 640, grid: '"n a" auto "m s" auto / minmax(0, 1fr) auto', gap: '0.25rem 0.75rem' },
  file: {
    name: 'bitquay-people',
    date: 'createdAt',
    columns: {
      ID: 'personId',
      Type: 'kind',
      Name: 'name',
      Email: 'email',
      Merchant: 'storeName',
      Role: 'role',
      Status: 'status',
      'Two-factor': 'twoFactorEnabled',
      'Last seen': 'lastSeenAt',
    },
    words: {
      'Role in words': ({ role }: ListedPerson) => roleWords[role],
      'Status in words': ({ status }: ListedPerson) => personStatusWords[status],
      'Two-factor in words': wordOfTwoFactor,
    },
  },
  summary: z.strictObject({
    /** With the filters. */
    filtered: count,
    /** With the other filters, whatever role, status and two-factor are. */
    views: z.strictObject({
      all: count,
      owners: count,
      twoFactorOff: count,
      invited: count,
      expired: count,
      inactive: count,
    }),
  }),
  texts: {
    list: 'List everyone who signs in for a merchant, last seen first. `search` matches the start of words in names and email addresses of people and merchants, or one whole email address',
    export: 'Download people as CSV, with the same filters',
    summarize: 'Counts of people, with the same filters',
  },
})
export const listPeople = peopleList.calls.list
export const exportPeople = peopleList.calls.export
export const summarizePeople = peopleList.calls.summarize
