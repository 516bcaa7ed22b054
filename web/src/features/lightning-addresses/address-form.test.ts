import { expect, test } from 'vitest'
import { findProblems, satsOf, toFields, toSaved } from './address-form.ts'

const price = 108_000
const fields = { ...toFields(null, price), name: 'corner-cafe' }
const problemsOf = (changed: object) => Object.keys(findProblems(null, price)({ ...fields, ...changed }))

test('a new address has defaults that can be saved', () => {
  expect(fields).toMatchObject({ minUsd: '0.11', maxUsd: '10,800.00' })
  expect(findProblems(null, price)(fields)).toEqual({})
  expect(toSaved(fields, null, price)).toEqual({
    name: 'corner-cafe',
    minSats: 100,
    maxSats: 10_000_000,
    commentLength: 200,
    active: true,
  })
})

test('limits are dollars with or without commas, and become the nearest sat', () => {
  expect(satsOf('0.10', price)).toBe(93)
  expect(satsOf('500', price)).toBe(462_963)
  expect(toSaved({ ...fields, maxUsd: '1,000.00' }, null, price).maxSats).toBe(925_926)
  expect(problemsOf({ minUsd: 'some' })).toEqual(['minUsd'])
  expect(problemsOf({ minUsd: '0.00' })).toEqual(['minUsd'])
  expect(problemsOf({ minUsd: '0.001' })).toEqual(['minUsd'])
  expect(problemsOf({ maxUsd: '200000' })).toEqual(['maxUsd'])
  expect(problemsOf({ minUsd: '20.00', maxUsd: '10.00' })).toEqual(['maxUsd'])
  expect(problemsOf({ name: '-x' })).toEqual(['name'])
})

test('a limit that wasn’t changed keeps its sats at any price', () => {
  const saved = {
    ...{
      id: 1,
      name: 'corner-cafe',
      address: 'corner-cafe@pay.example',
      lnurl: 'LNURL1',
      commentLength: 0,
      active: false,
    },
    ...{ minSats: 93, maxSats: 462_963, createdAt: '', updatedAt: '' },
  }
  const shown = toFields(saved, 61_234.56)
  const changed = toSaved({ ...shown, minUsd: '1.00' }, saved, 61_234.56)
  expect(changed).toEqual({ name: 'corner-cafe', minSats: 1633, maxSats: 462_963, commentLength: 0, active: false })
})
