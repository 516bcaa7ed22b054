import { describe, expect, it } from 'vitest'
import { applicationForm, businessTypes, monthlyVolumes } from './applications.ts'
import { settingsForm } from './merchants.ts'

const complete = {
  businessName: 'Kestrel Arcade',
  businessType: 'Gaming & Entertainment',
  businessDescription: 'Arcade games in the browser',
  contactName: 'Anna',
  contactEmail: 'anna@kestrel.test',
  contactPhone: '+1 555 010 0100',
  monthlyVolume: '$10,000 - $50,000',
  website: 'https://kestrel.test',
}

describe('the application form', () => {
  it.each([
    ['businessName', ' K ', 'Business name must be at least 2 characters'],
    ['businessType', '', 'Please select a business type'],
    ['businessDescription', 'too short', 'Please provide at least 10 characters'],
    ['contactName', 'A', 'Contact name must be at least 2 characters'],
    ['contactEmail', 'anna@', 'Invalid email address'],
    ['contactPhone', '123456789', 'Phone number must be at least 10 digits'],
    ['monthlyVolume', '', 'Please select your monthly volume'],
    ['website', 'kestrel', 'Please enter a valid website URL'],
    ['website', 'javascript:alert(1)', 'Please enter a valid website URL'],
  ])('refuses %s %j with the spec’s message', (field, value, message) => {
    const { error } = applicationForm.safeParse({ ...complete, [field]: value })
    expect(error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]])
  })

  it('reports missing fields with the same messages', () => {
    const { error } = applicationForm.safeParse({})
    expect(error?.issues.map((issue) => issue.message)).toEqual([
      'Business name must be at least 2 characters',
      'Please select a business type',
      'Please provide at least 10 characters',
      'Contact name must be at least 2 characters',
      'Invalid email address',
      'Phone number must be at least 10 digits',
      'Please select your monthly volume',
    ])
  })

  it('accepts a form without a website and trims its texts', () => {
    expect(applicationForm.parse({ ...complete, website: '' }).website).toBe('')
    const { website: _, ...withoutWebsite } = complete
    expect(applicationForm.parse({ ...withoutWebsite, businessName: '  Kestrel ' }).businessName).toBe('Kestrel')
  })

  it('keeps names on one line because emails use them in subjects and sentences', () => {
    const { businessName, contactName } = applicationForm.parse({
      ...complete,
      businessName: 'Kestrel\r\n\r\nBcc: all@kestrel.test',
      contactName: 'Anna\u2028\tArc',
    })
    expect([businessName, contactName]).toEqual(['Kestrel Bcc: all@kestrel.test', 'Anna Arc'])
    expect(settingsForm.parse({ storeName: ' Kestrel\n\nArcade ' }).storeName).toBe('Kestrel Arcade')
  })

  it('offers everyday types of business, then the spec’s thirteen in their order, then any other, and six volumes', () => {
    expect(businessTypes).toHaveLength(19)
    expect(businessTypes.slice(0, 6)).toEqual([
      'Restaurant or café',
      'Retail store',
      'Online store',
      'Services',
      'Nonprofit',
      'Gaming & Entertainment',
    ])
    expect(businessTypes.slice(-2)).toEqual(['Other High-Risk', 'Other'])
    expect(monthlyVolumes).toHaveLength(6)
  })
})
