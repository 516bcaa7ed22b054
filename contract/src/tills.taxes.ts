import { z } from 'zod'
import { call } from './call.ts'
import { done, id, idParam, oneLine, shortListPage } from './scalars.ts'

export const taxRateForm = z.strictObject({
  name: z.string('Enter a name').transform(oneLine).pipe(z.string().min(1, 'Enter a name').max(40)),
  percent: z.string().regex(/^\d{1,2}(\.\d{1,3})?$/, 'Enter a percentage, such as 8.5'),
})
export type TaxRateForm = z.output<typeof taxRateForm>

export const taxRate = z.strictObject({
  id,
  name: z.string(),
  percent: z.string(),
  /** How many items have it. */
  items: z.number().int(),
})
export type TaxRate = z.infer<typeof taxRate>

const rateParam = z.strictObject({ id: idParam })

export const listTaxRates = call({
  method: 'GET',
  path: '/api/merchant/tax-rates',
  audience: 'merchant',
  summary: 'List your rates of sales tax',
  query: shortListPage,
  output: z.array(taxRate),
})

export const createTaxRate = call({
  method: 'POST',
  path: '/api/merchant/tax-rates',
  audience: 'merchant-manager',
  summary: 'Add a rate of sales tax',
  body: taxRateForm,
  output: taxRate,
  errors: ['too-many-tax-rates'],
})

export const changeTaxRate = call({
  method: 'PATCH',
  path: '/api/merchant/tax-rates/:id',
  audience: 'merchant-manager',
  summary: 'Change a rate of sales tax. Sales keep the rate that they were charged with',
  params: rateParam,
  body: taxRateForm,
  output: taxRate,
})

export const removeTaxRate = call({
  method: 'DELETE',
  path: '/api/merchant/tax-rates/:id',
  audience: 'merchant-manager',
  summary: 'Remove a rate that no item and no till uses',
  params: rateParam,
  output: done,
  errors: ['tax-rate-in-use'],
})
