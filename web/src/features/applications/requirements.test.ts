import type { ApplicationDetails, InformationRequest } from '@bitquay/contract/applications.requests'
import { describe, expect, it } from 'vitest'
import { listSteps } from './application-history.ts'
import { countRequirements, groupRequirements } from './requirements.ts'
import { computeDeadline } from './review-deadline.ts'

const application: ApplicationDetails = {
  id: 1,
  businessName: 'Saltmarsh Poker',
  contactName: 'Dario Camilleri',
  email: 'dario@saltmarsh.test',
  phone: '+356 2133 0198',
  website: 'https://www.saltmarsh.test',
  businessType: 'E-commerce',
  businessDescription: 'Playing cards and chips, shipped within Europe',
  monthlyVolume: 'Less than $10,000',
  averageTransactionSize: null,
  customerBase: null,
  companySize: null,
  businessRegistration: null,
  taxId: null,
  incorporationCountry: null,
  businessAddress: null,
  status: 'pending',
  reviewNotes: null,
  reviewedBy: null,
  reviewedAt: null,
  merchantId: null,
  createdAt: '2026-11-14T09:00:00.000Z',
  requests: [],
  previousPendingId: null,
  nextPendingId: null,
}

const request = (change: Partial<InformationRequest>): InformationRequest => ({
  id: 1,
  fields: ['website', 'taxId'],
  message: 'Which one is right?',
  status: 'open',
  requestedBy: 'admin@bitquay.test',
  requestedAt: '2026-11-14T12:00:00.000Z',
  expiresAt: '2026-11-28T12:00:00.000Z',
  endedAt: null,
  before: null,
  ...change,
})

const answered = request({
  status: 'answered',
  endedAt: '2026-11-15T16:00:00.000Z',
  before: { website: 'https://old.test', taxId: null },
})

const listRequirements = (change: Partial<ApplicationDetails>) =>
  groupRequirements({ ...application, ...change }).flatMap(({ requirements }) => requirements)

const find = (field: string, change: Partial<ApplicationDetails>) => {
  const { state, reason } = listRequirements(change).find((requirement) => requirement.field === field) ?? {}
  return [state, reason]
}

describe('requirements', () => {
  it('are met by a complete form, and empty details are optional for an ordinary business', () => {
    const requirements = listRequirements({})
    expect(countRequirements(requirements)).toEqual({ met: 8, missing: 0, toClarify: 0, total: 8 })
    expect(requirements.filter(({ state }) => state === 'optional').map(({ field }) => field)).toEqual([
      'businessRegistration',
      'incorporationCountry',
      'taxId',
      'businessAddress',
      'averageTransactionSize',
      'companySize',
      'customerBase',
    ])
  })

  it('are more for a regulated business and for a large volume, with the reason', () => {
    const gambling = { businessType: 'Online Gambling', website: null }
    for (const field of ['businessRegistration', 'incorporationCountry', 'businessAddress', 'website'])
      expect(find(field, gambling)).toEqual(['missing', 'Required for Online Gambling'])
    expect(find('businessRegistration', { ...gambling, businessRegistration: 'C 104882' })[0]).toBe('met')
    for (const field of ['taxId', 'averageTransactionSize', 'customerBase'])
      expect(find(field, { monthlyVolume: '$100,000 - $500,000' })).toEqual([
        'missing',
        'Required for $100,000 - $500,000 per month',
      ])
    expect(find('taxId', { monthlyVolume: '$50,000 - $100,000' })[0]).toBe('optional')
  })

  it.each([
    ['website', { website: 'https://other.test' }, 'Doesn’t match the email address at saltmarsh.test'],
    ['contactPhone', { phone: 'call me ok' }, 'Too few digits for a phone number'],
    ['businessDescription', { businessDescription: 'Cards online' }, 'Very short. What is sold, to whom, and where?'],
    ['businessType', { businessType: 'Pirates' }, 'Not one of our business types'],
    ['monthlyVolume', { monthlyVolume: 'A lot' }, 'Not one of our volume ranges'],
  ])('are to clarify where the form accepts what is doubtful: %s', (field, change, reason) => {
    expect(find(field, change)).toEqual(['to-clarify', reason])
    expect(find(field, {})[0]).toBe('met')
  })

  it('are to clarify while the applicant is asked, and met by the answer', () => {
    const asked = { taxId: 'MT-1', requests: [request({})] }
    expect(find('taxId', asked)).toEqual(['to-clarify', 'Waiting for an answer since Nov 14, 2026'])
    expect(find('businessName', asked)).toEqual(['met', undefined])
    const answers = { taxId: 'MT-1', requests: [answered] }
    expect(find('taxId', answers)).toEqual(['met', 'Added by the applicant Nov 15, 2026'])
    expect(find('website', answers)).toEqual(['met', 'Corrected Nov 15, 2026. Before: https://old.test'])
    const same = { ...answers, website: 'https://old.test', email: 'x@old.test' }
    expect(find('website', same)).toEqual(['met', 'Confirmed by the applicant Nov 15, 2026'])
    const expired = { requests: [request({ status: 'expired', endedAt: '2026-11-28T12:00:00.000Z' })] }
    expect(find('website', expired)).toEqual(['to-clarify', 'Asked Nov 14, 2026. The link expired without an answer.'])
    const canceled = { requests: [request({ status: 'canceled', endedAt: '2026-11-14T13:00:00.000Z' })] }
    expect(find('website', canceled)).toEqual(['met', undefined])
  })
})

describe('the promise to answer within 24 hours', () => {
  const now = new Date('2026-11-16T00:00:00Z')

  it('pauses while an applicant is asked', () => {
    expect(computeDeadline(application, now)).toEqual({
      dueAt: new Date('2026-11-15T09:00:00Z'),
      pausedHours: 0,
      isPaused: false,
    })
    expect(computeDeadline({ ...application, requests: [answered] }, now)).toEqual({
      dueAt: new Date('2026-11-16T13:00:00Z'),
      pausedHours: 28,
      isPaused: false,
    })
    expect(computeDeadline({ ...application, requests: [request({})] }, now)).toMatchObject({
      pausedHours: 36,
      isPaused: true,
    })
  })
})

describe('the history of an application', () => {
  const titles = (change: Partial<ApplicationDetails>) =>
    listSteps({ ...application, ...change }).map(({ title }) => title)

  it('shows each round of questions and the decision, newest first', () => {
    const second = request({ id: 2, fields: ['taxId'], requestedAt: '2026-11-15T17:00:00.000Z' })
    expect(titles({ requests: [second, answered] })).toEqual([
      'Asked: Tax ID',
      'Answered: Website, Tax ID',
      'Asked: Website, Tax ID',
      'Application received',
    ])
    expect(listSteps({ ...application, requests: [second, answered] })[0]?.isOpen).toBe(true)
    const closed = { ...second, status: 'closed' as const, endedAt: '2026-11-15T18:00:00.000Z' }
    const rejected = { status: 'rejected' as const, reviewedAt: '2026-11-15T18:00:00.000Z', requests: [closed] }
    expect(titles(rejected)).toEqual(['Rejected', 'Asked: Tax ID', 'Application received'])
  })

  it('says that a request was canceled or not answered', () => {
    const endedAt = '2026-11-15T17:00:00.000Z'
    expect(titles({ requests: [request({ status: 'canceled', endedAt })] })[0]).toBe('Request canceled')
    expect(titles({ requests: [request({ status: 'expired', endedAt })] })[0]).toBe('Link expired without an answer')
    expect(titles({ requests: [request({ status: 'replaced', endedAt })] })[0]).toBe('Asked: Website, Tax ID')
  })
})
