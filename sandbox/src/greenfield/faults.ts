import { z } from 'zod'

export const faultModes = ['error500', 'html200', 'truncated', 'timeout', 'drop-before', 'drop-after', '429'] as const
export type FaultMode = (typeof faultModes)[number]

/** What goes wrong with the next calls of the API. */
export type FailRule = { calls: number; mode: FaultMode; method: string | null; path: string | null }

export type Faults = {
  isDown(): boolean
  setDown(isDown: boolean): void
  rules(): FailRule[]
  /** `calls` 0 takes all rules away. */
  fail(rule: FailRule): void
  /** The mode for this call, if a rule fits; it is used up by one. */
  take(method: string, path: string): FaultMode | undefined
}

export const failInput = z.strictObject({
  calls: z.int().min(0).max(1_000_000),
  mode: z.enum(faultModes).default('error500'),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']).optional(),
  /** Part of the path; `*` stands for anything. */
  path: z.string().min(1).max(300).optional(),
})

export const makeFaults = (): Faults => {
  let isDown = false
  let rules: FailRule[] = []
  return {
    isDown: () => isDown,
    setDown(next) {
      isDown = next
    },
    rules: () => rules,
    fail(rule) {
      rules = rule.calls === 0 ? [] : [...rules, rule]
    },
    take(method, path) {
      const rule = rules.find((candidate) => fits(candidate, method, path))
      if (!rule) return undefined
      rules = rules
        .map((candidate) => (candidate === rule ? { ...rule, calls: rule.calls - 1 } : candidate))
        .filter((candidate) => candidate.calls > 0)
      return rule.mode
    },
  }
}

const fits = (rule: FailRule, method: string, path: string): boolean => {
  if (rule.method !== null && rule.method !== method) return false
  if (rule.path === null) return true
  // Plain pieces in order, rather than a pattern from outside made into a regular expression.
  let from = 0
  for (const piece of rule.path.split('*')) {
    const at = path.indexOf(piece, from)
    if (at === -1) return false
    from = at + piece.length
  }
  return true
}
