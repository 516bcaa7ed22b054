import { type Answers, noAnswers, stepFields } from './steps.ts'

/** A half-filled application. It lives in the tab: a reload keeps it, and nothing is left behind on a shared computer. */
export type Draft = { step: number; answers: Answers }

const key = 'bitquay_application'

/** A function, since where storage is forbidden the mere mention of it throws. */
export const tabStorage = () => sessionStorage

export const emptyDraft: Draft = { step: 1, answers: noAnswers }

export const readDraft = (storage: () => Pick<Storage, 'getItem'>): Draft => {
  try {
    return parseDraft(JSON.parse(storage().getItem(key) ?? 'null'))
  } catch {
    return emptyDraft
  }
}

/** Storage may be forbidden or full; the form works without. */
export const saveDraft = (storage: () => Pick<Storage, 'setItem'>, draft: Draft) => {
  try {
    storage().setItem(key, JSON.stringify(draft))
  } catch {
    // The draft lasts as long as the page then.
  }
}

export const deleteDraft = (storage: () => Pick<Storage, 'removeItem'>) => {
  try {
    storage().removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

/** Takes only what the form knows: what is stored may be of another version. */
const parseDraft = (stored: unknown): Draft => {
  if (!isRecord(stored)) return emptyDraft
  const answers = isRecord(stored.answers) ? stored.answers : {}
  const known = Object.entries(noAnswers).map(([name, empty]) => {
    const answer = answers[name]
    return [name, typeof answer === 'string' ? answer : empty]
  })
  const step = Number(stored.step)
  return {
    step: Number.isInteger(step) && step >= 1 && step <= stepFields.length ? step : 1,
    answers: Object.fromEntries(known) as Answers,
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
