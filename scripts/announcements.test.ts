import { expect, test } from 'vitest'
import { checkAnnouncements, findAnnouncements } from './announcements.mjs'

const sound = new Map([
  ['facts/fact.ts', 'await recordEvents(tx, event, told)'],
  ['audit-log/table.ts', 'export const recordActivities = (tx) => recordActivities(tx, [])'],
  ['tills/facts.ts', `export const tillOpened: Fact<unknown> = {}\nexport const tillEmail = () => renderEmail()`],
  ['tills/index.ts', `export { tillOpened } from './facts.ts'`],
  ['tills/open-till.ts', 'await announce(tx, tillOpened, {})'],
])

test('operations that announce facts are fine', () => {
  expect(findAnnouncements(sound, {})).toEqual([])
})

test.each(['recordActivities', 'recordEvents', 'queueEmail', 'queueEmails', 'notify', 'emitChange', 'emitChanges'])(
  '%s outside of facts is found',
  (name) => {
    const found = findAnnouncements(new Map([...sound, ['tills/breach.ts', `\nawait ${name}(tx)`]]), {})
    expect(found).toEqual([`tills/breach.ts:2 calls ${name}, but only facts do: announce one instead`])
  },
)

test('an exception is allowed, and found when it is no longer one', () => {
  const allowed = { 'tills/receipt.ts': 'a customer requests it' }
  const receipt = ['tills/receipt.ts', 'await queueEmail(tx)'] as const
  expect(findAnnouncements(new Map([...sound, receipt]), allowed)).toEqual([])
  expect(findAnnouncements(sound, allowed)).toEqual([
    'scripts/announcements.mjs allows tills/receipt.ts, which doesn’t need it',
  ])
})

test('a fact that nobody announces is found, also if its door offers it', () => {
  const silent = new Map([...sound, ['tills/open-till.ts', 'await announce(tx, tillOpenedAgain, {})']])
  expect(findAnnouncements(silent, {})).toEqual([
    'tills/facts.ts:1 says who learns of tillOpened, which nobody announces',
  ])
})

test('the server announces facts and nothing else', () => {
  expect(checkAnnouncements()).toEqual([])
})
