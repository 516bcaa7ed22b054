/** Only our own origin, with no inline scripts or styles. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** For the one page whose form is sent to another site: `origin` is the allowed target. */
export const contentSecurityPolicyWithFormTo = (origin: string) =>
  contentSecurityPolicy.replace("form-action 'self'", () => `form-action 'self' ${origin}`)

/** For the checkout inside of a shop's page: only these origins may frame it. */
export const contentSecurityPolicyFramedBy = (origins: readonly string[]) =>
  contentSecurityPolicy.replace("frame-ancestors 'none'", () => `frame-ancestors ${origins.join(' ')}`)

/** For pictures that others uploaded: they may be shown, and nothing else. */
export const imagePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Only pages that scan codes may use the camera, and nothing that they show from elsewhere. */
const permissionsPolicy = (camera: '()' | '(self)') => `camera=${camera}, geolocation=(), microphone=(), payment=()`
export const permissionsPolicyWithCamera = permissionsPolicy('(self)')

/** The same on every answer, so they are built once. */
export const headersFor = ({ secure }: { secure: boolean }) => ({
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy('()'),
  ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
})
