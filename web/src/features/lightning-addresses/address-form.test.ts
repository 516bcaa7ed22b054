import { expect, test } from 'vitest'
import { findProblems, toFields, toSaved } from './address-form.ts'

const fields = { ...toFields(null), name: 'corner-cafe' }

test('a new address has defaults that can be saved', () => {
  expect(findProblems(fields)).toEqual({})
  expect(toSaved(fields)).toEqual({
    name: 'corner-cafe',
    minSats: 100,
    maxSats: 10_000_000,
    commentLength: 200,
    active: true,
  })
})

test('amounts may have commas and are whole numbers', () => {
  expect(fields).toMatchObject({ minSats: '100', maxSats: '10,000,000' })
  expect(toSaved({ ...fields, maxSats: '1,000,000' }).maxSats).toBe(1_000_000)
  expect(Object.keys(findProblems({ ...fields, minSats: '1.5' }))).toEqual(['minSats'])
  expect(Object.keys(findProblems({ ...fields, minSats: '', maxSats: '100000001' }))).toEqual(['minSats', 'maxSats'])
  expect(Object.keys(findProblems({ ...fields, minSats: '200', maxSats: '100' }))).toEqual(['maxSats'])
  expect(Object.keys(findProblems({ ...fields, name: '-x' }))).toEqual(['name'])
})
