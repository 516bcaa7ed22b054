import { z } from 'zod'

/** 400, 401, 403, 404, 409, 410 and 503 when they have a body (two 403s and one 404 have none). */
export const apiError = z.object({
  code: z.string(),
  message: z.string().nullish(),
  /** Only with `missing-permission`. */
  missingPermission: z.string().nullish(),
})

/** A 422 is an array. `path` is mostly PascalCase, but not always: compare case-insensitively. */
export const validationError = z.object({ path: z.string().nullish(), message: z.string().nullish() })
export const validationErrors = z.array(validationError)
export type ValidationError = z.infer<typeof validationError>
