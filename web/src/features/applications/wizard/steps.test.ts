import { describe, expect, it } from 'vitest'
import { type Draft, deleteDraft, emptyDraft, readDraft, saveDraft } from './draft.ts'
import { type Answers, checkAll, checkStep, firstStepWith, noAnswers, stepFields } from './steps.ts'

const complete: Answers = {
  businessName: 'Kestrel Arcade',
  businessType: 'Gaming & Entertainment',
  businessDescription: 'Arcade games in the browser',
  contactName: 'Anna',
  contactEmail: 'anna@kestrel.test',
  contactPhone: '5550100100',
  monthlyVolume: 'Less than $10,000',
  website: '',
}

describe('the steps of the wizard', () => {
  it('ask for every field once', () => {
    expect(stepFields.flat().toSorted()).toEqual(Object.keys(noAnswers).toSorted())
  })

  it.each([
    [1, { businessName: 'Business name must be at least 2 characters' }],
    [
      2,
      {
        businessType: 'Please select a business type',
        businessDescription: 'Please provide at least 10 characters',
      },
    ],
    [
      3,
      {
        contactName: 'Contact name must be at least 2 characters',
        contactEmail: 'Invalid email address',
        contactPhone: 'Phone number must be at least 10 digits',
      },
    ],
    [4, { monthlyVolume: 'Please select your monthly volume' }],
  ])('check only their own fields: step %i', (step, errors) => {
    expect(checkStep(step, noAnswers)).toEqual(errors)
    expect(checkStep(step, complete)).toEqual({})
  })

  it('accept an empty website and refuse one that is none', () => {
    expect(checkStep(4, { ...complete, website: 'nowhere' })).toEqual({ website: 'Please enter a valid website URL' })
    expect(checkStep(4, complete)).toEqual({})
  })

  it('are checked together on submit, and the first with an error is found', () => {
    expect(Object.keys(checkAll(noAnswers))).toHaveLength(7)
    expect(firstStepWith(checkAll({ ...complete, contactEmail: 'x', website: 'x' }))).toBe(3)
    expect(firstStepWith(checkAll(complete))).toBeUndefined()
  })
})

describe('a half-filled application', () => {
  const storageOf = (text?: string) => {
    const kept = new Map(text === undefined ? [] : [['bitquay_application', text]])
    return () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  }

  it('survives a reload, and is gone once dropped', () => {
    const storage = storageOf()
    const draft: Draft = { step: 3, answers: complete }
    saveDraft(storage, draft)
    expect(readDraft(storage)).toEqual(draft)
    deleteDraft(storage)
    expect(readDraft(storage)).toEqual(emptyDraft)
  })

  it.each([['not json'], ['null'], ['7'], ['{"step":9,"answers":{"businessName":5,"other":"x"}}']])(
    'is empty when what is stored makes no sense: %s',
    (text) => {
      expect(readDraft(storageOf(text))).toEqual(emptyDraft)
    },
  )

  it('does without storage where that is forbidden', () => {
    const refuse = (): Storage => {
      throw new DOMException('denied', 'SecurityError')
    }
    expect(readDraft(refuse)).toEqual(emptyDraft)
    expect(() => saveDraft(refuse, emptyDraft)).not.toThrow()
    expect(() => deleteDraft(refuse)).not.toThrow()
  })
})
