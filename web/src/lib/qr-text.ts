/**
 * Capitals need fewer modules in a QR code, so an address and a Lightning invoice are written in them where case does not
 * count: in bech32. Names of parameters keep theirs, since wallets compare them as they are.
 */
export const toQrText = (link: string): string => {
  // The link of a page stays as it is.
  if (/^https?:/.test(link)) return link
  const [head = '', query] = link.split('?', 2)
  const [scheme = '', address = ''] = head.split(':', 2)
  const parts = query?.split('&').map((part) => {
    const [name = '', value = ''] = part.split('=', 2)
    return name === 'lightning' ? `${name}=${value.toUpperCase()}` : part
  })
  const shown = isBech32(address) ? address.toUpperCase() : address
  return `${scheme}:${shown}${parts ? `?${parts.join('&')}` : ''}`
}

const isBech32 = (text: string) => /^(bc1|tb1|bcrt1|ln(bc|tb|bcrt|tbs))[a-z0-9]+$/.test(text)
