/** An audit log entry in words: `merchant-user-created` is 'Merchant user created'. */
export const describeActivity = (act: string): string => {
  const words = act.replaceAll('-', ' ').replace(/\btwo factor\b/, '2FA')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
