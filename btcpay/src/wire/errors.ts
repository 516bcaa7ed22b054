import { z } from 'zod'

/** 400, 401, 403, 404, 409, 410 and 503 when they carry a body at all (two 403s and one 404 come bare). */
export const apiError = z.object({
  code: z.string(),
  message: z.string().nullish(),
  /** Only with `missing-permission`. */
  missingPermission: z.string().nullish(),
})
export type ApiError = z.infer<typeof apiError>

/** 422 is an array. `path` is mostly PascalCase, but not always: compare without regard to case. */
export const validationError = z.object({ path: z.string().nullish(), message: z.string().nullish() })
export const validationErrors = z.array(validationError)
export type ValidationError = z.infer<typeof validationError>
