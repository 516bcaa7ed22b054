import type { PageModule } from './screen-routes.tsx'

/** The pages that need no portal around them. */
export const publicPages = import.meta.glob<PageModule>([
  '../features/*/pages/*.tsx',
  '!../features/docs/pages/*.tsx',
  '!../features/*/pages/{merchant,partner,admin}*.tsx',
  '!../features/accounts/pages/security.tsx',
])
