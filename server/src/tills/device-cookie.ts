const name = 'bitquay_till'
const lifeSeconds = 400 * 24 * 3600

export const readDeviceToken = (cookies: string | undefined): string | undefined =>
  new RegExp(`(?:^|; *)${name}=([\\w-]{20,100})(?:;|$)`).exec(cookies ?? '')?.[1]

/**
 * The cookie of a bound device. No script can read it, no other site can use it, and it is sent to this till's calls
 * only, so that one browser may serve several tills.
 */
export const writeDeviceCookie = (slug: string, token: string, { secure }: { secure: boolean }): string =>
  `${name}=${token}; Path=/api/pos/${slug}; Max-Age=${lifeSeconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
