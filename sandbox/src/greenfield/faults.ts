import { z } from 'zod'

export const faultModes = ['error500', 'html200', 'truncated', 'timeout', 'drop-before', 'drop-after', '429'] as const
export type FaultMode = (typeof faultModes)[number]

/** How the next API requests fail. */
export type FailRule = { calls: number; mode: FaultMode; method: string | null; path: string | null }

export type Faults = {
  isDown(): boolean
  setDown(isDown: boolean): void
  rules(): FailRule[]
  /** `calls` 0 removes all rules. */
  fail(rule: FailRule): void
  /** The mode for this request if a rule matches. Uses up one of the rule's calls. */
  take(method: string, path: string): FaultMode | undefined
}

export const failInput = z.strictObject({
  calls: z.int().min(0).max(1_000_000),
  mode: z.enum(faultModes).default('error500'),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']).optional(),
  /** Part of the path. `*` matches anything. */
  path: z.string().min(1).max(300).optional(),
})

export const createFaults = (): Faults => {
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
  // Matches plain parts in order, so that outside input never becomes a regular expression.
  let from = 0
  for (const piece of rule.path.split('*')) {
    const at = path.indexOf(piece, from)
    if (at === -1) return false
    from = at + piece.length
  }
  return true
}
