import { defaultBrand, fillBrand } from '@bitquay/contract/platform-brand'
import { describe, expect, it } from 'vitest'
import { about } from './about.ts'
import { contact } from './contact.ts'
import { brand, figures, mailto } from './content.ts'
import { wizard } from './get-started.ts'
import { features, pricing } from './landing.ts'
import { pages } from './pages.ts'
import { privacy } from './privacy.ts'
import { terms } from './terms.ts'

const everything = fillBrand(
  JSON.stringify([about, contact, figures, pages, wizard, features, pricing, privacy, terms]),
  defaultBrand,
  (text) => text,
)

describe('what the pages say', () => {
  it('names each text of the brand as the server does', () => {
    expect(everything).not.toContain('{{brand')
  })

  it('has the legal pages complete', () => {
    expect(terms.sections).toHaveLength(15)
    expect(privacy.sections).toHaveLength(12)
    expect(brand.legalUpdated).toBe('July 3, 2025')
    for (const { sections } of [terms, privacy])
      expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length)
  })

  it('has six feature cards, six values, four questions and four steps', () => {
    expect(Object.keys(features.cards)).toHaveLength(6)
    expect(about.values.items.map(({ name }) => name)).toEqual([
      'Security First',
      'Transparency',
      'Customer Success',
      'Bitcoin Native',
      'Innovation',
      'Accessibility',
    ])
    expect(contact.questions.items).toHaveLength(4)
    expect(wizard.steps.map(({ title }) => title)).toEqual([
      "What's your business name?",
      'What do you do?',
      'How can we contact you?',
      "What's your volume?",
    ])
  })

  it.each([
    'Accept Bitcoin instantly',
    'No chargebacks, no bank freezes',
    '99.9%',
    'Non-custodial',
    'Instant invoices and payment links',
    'Plug-and-play integration',
    'Real-time dashboard',
    'Full API access',
    'USD, EUR and more',
    '24/7',
    '500+',
    '$50M+',
    '5 min',
    'Pay as you go',
    'Bitcoin payment processing and settlement',
    'at least 18 years old',
    'Gambling where it is prohibited',
    'Adult content',
    'Unlicensed pharmaceuticals',
    '30 days’ written notice',
    'State of Delaware',
    'binding arbitration',
    '7 years after closure',
    'within 30 days',
    'GDPR',
    'CCPA',
    'PCI DSS',
    'SOC 2 Type II',
  ])('claims what the product claims: %s', (claim) => {
    expect(everything).toContain(claim)
  })

  it('contains no fee: a percentage is in the text only where it isn’t a fee', () => {
    const percentages = everything.match(/\d[\d.]*%/g) ?? []
    expect(new Set(percentages)).toEqual(new Set(['99.9%']))
  })

  it('writes the subject into mail links', () => {
    expect(contact.cards.map(({ title, href }) => [title, fillBrand(href, defaultBrand, (text) => text)])).toEqual([
      ['Sales Inquiry', mailto('sales@bitquay.com', 'Sales Inquiry')],
      ['Technical Support', mailto('tech@bitquay.com', 'Technical Support')],
    ])
    expect(mailto('a@b.test', 'One two')).toBe('mailto:a@b.test?subject=One%20two')
  })
})
